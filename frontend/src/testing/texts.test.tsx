import { screen, waitFor } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeDetail, makeMagnet, makeMessage, makeOrder, makeWork, messageId } from './factories.ts'
import { serveMember } from './member.ts'
import { serveMessages } from './messages.ts'
import { renderApp } from './render-app.tsx'
import { API, failure, server } from './server.ts'
import { serveShop } from './shop.ts'

type User = ReturnType<typeof renderApp>['user']

/** How a text is shown: by a role with this name, as words by themselves, inside longer words, or as the title. */
type Shown = [kind: 'heading' | 'button' | 'link' | 'tab' | 'dialog' | 'words' | 'part' | 'title', text: string]

/** A state of the site, and the texts of the specification that stand in it. */
interface Scene {
  name: string
  at: string
  /** What the server knows. */
  given?: () => void
  /** What somebody does there. */
  act?: (user: User) => Promise<void>
  shows: Shown[]
}

const WORK = makeWork(1, { mp4: 'clips/test.mp4', imageSmall: 'a.svg,b.svg', imageBig: 'a.svg,b.svg' })
const AT_WORK = `/censored/${WORK.id}`
const done = (more: object = {}) => HttpResponse.json({ code: 200, msg: '操作成功', ...more })
const press = (name: string | RegExp) => async (user: User) => user.click(await screen.findByRole('button', { name }))
const type = async (user: User, label: string, text: string) => user.type(await screen.findByLabelText(label), text)

function serveWork() {
  const performer = [{ id: '8000000000000000004', name: 'name 4', nameCn: '演员丙' }]
  server.use(http.get(`${API}/works/detail/${WORK.id}`, () => HttpResponse.json(makeDetail(WORK, { performer }))))
}

let lastMagnet = 500
function serveMagnets(copy: () => Response = () => done()) {
  serveWork()
  // A magnet copied twice within a second would be refused.
  const magnet = makeMagnet(1, { id: makeMagnet(++lastMagnet).id })
  server.use(
    http.get(`${API}/dht/list`, () => done({ rows: [magnet], total: 1 })),
    http.post(`${API}/dht/copy`, copy),
  )
}
const link = (magnet: string) => () =>
  done({ data: { id: '1', infoHash: '0'.repeat(40), magnet, used: 1, limit: 3, remaining: 2 } })

function serveTerms() {
  server.use(
    http.get(`${API}/tag/list`, () => done({ rows: [], total: 0 })),
    http.get(`${API}/works/performer/list`, () => done({ rows: [], total: 0 })),
  )
}

function serveQuestions() {
  serveMember()
  serveMessages({
    messages: [makeMessage(1), makeMessage(2, { status: 1, unread: true }), makeMessage(3, { status: 9 })],
  })
}

const listAnswers = (answer: () => Response | Promise<Response>) => () =>
  server.use(http.get(`${API}/works/detail/list`, answer))

/** Gives up as the browser does after the time limit. */
class NeverAnswers {
  ontimeout: (() => void) | null = null
  open() {}
  setRequestHeader() {}
  abort() {}
  send() {
    queueMicrotask(() => this.ontimeout?.())
  }
}

async function closeTopic(user: User) {
  await press('关闭话题')(user)
  await user.click((await screen.findAllByRole('button', { name: '关闭话题' })).slice(-1)[0] as HTMLElement)
}

async function register(user: User, fields: Record<string, string>) {
  await screen.findByRole('img', { name: '验证码图片' })
  for (const [label, text] of Object.entries(fields)) await type(user, label, text)
  await press('确认注册')(user)
}
const GOOD = {
  用户名: 'lin_xia',
  密码: 'quiet-river-27',
  重复密码: 'quiet-river-27',
  安全邮箱: 'lin@example.org',
  验证码: 'k7rx',
}

const SCENES: Scene[] = [
  { name: 'directors', at: '/director/index', given: serveTerms, shows: [['heading', '导演']] },
  { name: 'items', at: '/item/index', given: serveTerms, shows: [['heading', '相同系列']] },
  { name: 'performers', at: '/performer/index', given: serveTerms, shows: [['heading', '女优合集']] },
  { name: 'a work of a bad id', at: '/censored/123', shows: [['words', '出错了,请访问正确的网址！！']] },
  {
    name: 'a work',
    at: AT_WORK,
    given: serveWork,
    shows: [
      ['tab', '作品详情'],
      ['tab', '磁力下载'],
      ['tab', '作品剧照'],
      ['button', '观看预览视频'],
      ['heading', '演员表'],
    ],
  },
  {
    name: 'a work without magnets',
    at: `${AT_WORK}?tab=magnet`,
    given: () => {
      serveWork()
      server.use(http.get(`${API}/dht/list`, () => done({ rows: [], total: 0 })))
    },
    shows: [
      ['part', '正式发行时间'],
      ['words', '暂无磁力链接'],
    ],
  },
  {
    name: 'a list on its way',
    at: `${AT_WORK}?tab=magnet`,
    given: () => {
      serveWork()
      server.use(http.get(`${API}/dht/list`, () => delay('infinite')))
    },
    shows: [['words', '加载中']],
  },
  { name: 'a work with few stills', at: `${AT_WORK}?tab=stills`, given: serveWork, shows: [['words', '無劇照']] },
  {
    name: 'the member centre of a visitor',
    at: '/user',
    shows: [
      ['words', '游客'],
      ['link', 'VIP'],
      ['tab', '收藏'],
      ['tab', '喜欢'],
      ['tab', '浏览记录'],
      ['words', '暂时没有收藏内容~'],
    ],
  },
  { name: 'the member menu', at: '/user', given: serveMember, act: press('更多'), shows: [['words', '中文']] },
  {
    name: 'logging out',
    at: '/user',
    given: serveMember,
    act: async (user) => {
      await press('更多')(user)
      await press('退出登录')(user)
    },
    shows: [
      ['dialog', '退出登录账号?'],
      ['words', '是否要退出当前登录的账号？'],
      ['button', '退出账号'],
      ['button', '取消'],
    ],
  },
  {
    name: '/sub',
    at: '/sub',
    shows: [
      ['title', '激活码兑换'],
      ['button', '确 认 激活'],
      ['button', '没有激活码点我购买'],
    ],
  },
  {
    name: '/sub with a code on its way',
    at: '/sub',
    given: () => {
      serveMember()
      server.use(http.post(`${API}/user/activation`, () => delay('infinite')))
    },
    act: async (user) => {
      await type(user, '激活码', 'YK-GOOD-CODE-9')
      await press('确 认 激活')(user)
    },
    shows: [['words', '登 录 中...']],
  },
  {
    name: '/sub with a short code',
    at: '/sub',
    act: async (user) => {
      await type(user, '激活码', 'YK')
      await press('确 认 激活')(user)
    },
    shows: [['words', '激活码至少8位']],
  },
  {
    name: 'the popup of codes for sale',
    at: '/sub',
    given: () => void serveShop(),
    act: press('没有激活码点我购买'),
    shows: [['part', '不支持退款']],
  },
  {
    name: '/pay',
    at: '/pay',
    given: () => {
      serveMember()
      serveShop()
    },
    shows: [
      ['title', 'VIP充值'],
      ['part', '元'],
      ['words', '活动价'],
      ['button', '確認付款'],
    ],
  },
  {
    name: '/pay without a payment system',
    at: '/pay',
    given: () => {
      serveMember()
      serveShop({ address: 'error' })
    },
    act: async (user) => {
      await screen.findByRole('radio', { name: /VIP年卡/ })
      await press('確認付款')(user)
      await press(/微信支付/)(user)
    },
    shows: [['words', '支付系统故障了']],
  },
  {
    name: '/orders',
    at: '/orders',
    given: () => {
      serveMember()
      serveShop({ orders: [0, 1, 2].map((status) => makeOrder(status + 1, { status })) })
    },
    shows: [
      ['title', '订单记录'],
      ['link', '未到账?[联系客服补发]'],
      ['words', '已支付-完成'],
      ['part', '异常'],
    ],
  },
  {
    name: '/login',
    at: '/login',
    shows: [
      ['title', '账户登陆'],
      ['heading', '账户登陆'],
      ['link', '没有账号?点我注册'],
    ],
  },
  {
    name: '/login with nothing written',
    at: '/login',
    act: async (user) => {
      await screen.findByRole('img', { name: '验证码图片' })
      await press('登录')(user)
    },
    shows: [
      ['words', '用户名至少6位数'],
      ['words', '密码至少需要8位数'],
      ['words', '请输入4位验证码'],
    ],
  },
  { name: '/login of a member', at: '/login', given: serveMember, shows: [['words', '您已经成功登陆账号']] },
  {
    name: '/register',
    at: '/register',
    shows: [
      ['title', '账户注册'],
      ['heading', '账户注册'],
    ],
  },
  {
    name: '/register with a bad email and two passwords',
    at: '/register',
    act: (user) => register(user, { ...GOOD, 重复密码: 'quiet-river-28', 安全邮箱: 'a@b' }),
    shows: [
      ['part', '安全邮箱'],
      ['words', '两次密码输出不一致,请重新输入'],
    ],
  },
  {
    name: '/register done',
    at: '/register',
    given: () => server.use(http.post(`${API}/user/register`, () => done())),
    act: (user) => register(user, GOOD),
    shows: [['words', '恭喜您,注册成功!']],
  },
  {
    name: '/message',
    at: '/message',
    given: serveQuestions,
    shows: [
      ['title', '客服留言'],
      ['button', '提交问题'],
      ['heading', '已提交的问题'],
      ['words', '待答复'],
      ['words', '新回复'],
      ['words', '已关闭'],
    ],
  },
  {
    name: '/message, a question sent',
    at: '/message',
    given: serveQuestions,
    act: async (user) => {
      await type(user, '新的问题', '有没有')
      await press('提交问题')(user)
    },
    shows: [['words', '提交成功']],
  },
  { name: '/message, nothing written', at: '/message', act: press('提交问题'), shows: [['words', '请填写后提交']] },
  {
    name: '/message, opened without a reply',
    at: `/message?id=${messageId(1)}`,
    given: serveQuestions,
    shows: [
      ['dialog', '沟通详情'],
      ['button', '确 认 提交'],
      ['words', '客服还没有回复这个留言'],
    ],
  },
  {
    name: '/message, closed',
    at: `/message?id=${messageId(1)}`,
    given: serveQuestions,
    act: closeTopic,
    shows: [['words', '已关闭该话题']],
  },
  {
    name: '/message, not closed',
    at: `/message?id=${messageId(1)}`,
    given: () => {
      serveQuestions()
      server.use(http.post(`${API}/message/update`, () => failure(500, 500, '')))
    },
    act: closeTopic,
    shows: [['words', '设置失败']],
  },
  {
    name: 'a visitor who has copied three magnets',
    at: `${AT_WORK}?tab=magnet`,
    given: () => serveMagnets(() => failure(403, 402, '', { error: 'copy_login' })),
    act: press('复制'),
    shows: [['words', '需要登陆账号才可以使用该功能！']],
  },
  {
    name: 'a member who has copied enough',
    at: `${AT_WORK}?tab=magnet`,
    given: () => {
      serveMember()
      serveMagnets(() => failure(403, 402, '', { error: 'copy_vip' }))
    },
    act: press('复制'),
    shows: [['words', '非VIP用户,每日最多复制100次,,请先收藏后次日下载或升级VIP']],
  },
  {
    name: 'a magnet copied',
    at: `${AT_WORK}?tab=magnet`,
    given: () => serveMagnets(link('magnet:?xt=urn:btih:1')),
    act: press('复制'),
    shows: [['words', '复制成功！']],
  },
  {
    name: 'a magnet that the browser does not copy',
    at: `${AT_WORK}?tab=magnet`,
    given: () => serveMagnets(link('magnet:?xt=urn:btih:1')),
    act: async (user) => {
      vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
      await press('复制')(user)
    },
    shows: [['words', '复制失败,请手动复制']],
  },
  {
    name: 'a magnet without a link',
    at: `${AT_WORK}?tab=magnet`,
    given: () => serveMagnets(link('')),
    act: press('复制'),
    shows: [['words', '复制内容为空！']],
  },
  {
    name: 'a new collection without a name',
    at: '/user',
    given: serveMember,
    act: async (user) => {
      await press('新建')(user)
      await press('保存')(user)
    },
    shows: [['part', '收藏夾名字未填写']],
  },
  {
    name: 'a search for nothing',
    at: `/search/${'长'.repeat(33)}`,
    shows: [
      ['words', '请输入搜索内容！,限制为1-32个字符'],
      ['words', '搜索限制为1-32个字符'],
    ],
  },
  {
    name: 'code 401',
    at: '/censored',
    given: listAnswers(() => failure(401, 401, '')),
    shows: [['part', '认证失败，无法访问系统资源']],
  },
  {
    name: 'code 403',
    at: '/message',
    given: () => {
      serveQuestions()
      server.use(http.post(`${API}/message`, () => failure(403, 403, '')))
    },
    act: async (user) => {
      await type(user, '新的问题', '在吗')
      await press('提交问题')(user)
    },
    shows: [
      ['dialog', '登录提示'],
      ['part', '登陆信息已过期,请重新登陆'],
    ],
  },
  {
    name: 'code 404',
    at: '/censored',
    given: listAnswers(() => failure(404, 404, '')),
    shows: [['part', '访问资源不存在']],
  },
  { name: 'an unknown address', at: '/nowhere/at/all', shows: [['part', '访问资源不存在']] },
  {
    name: 'another code',
    at: '/censored',
    given: listAnswers(() => failure(400, 418, '')),
    shows: [['part', '系统未知错误，请反馈给管理员']],
  },
  {
    name: 'no connection',
    at: '/censored',
    given: listAnswers(() => HttpResponse.error()),
    shows: [['part', '后端接口连接异常']],
  },
  {
    name: 'a failing status',
    at: '/censored',
    given: listAnswers(() => new HttpResponse('<html>', { status: 502 })),
    shows: [['part', '系统接口502异常']],
  },
  {
    name: 'no answer in time',
    at: '/censored',
    given: () => {
      vi.stubGlobal('XMLHttpRequest', NeverAnswers)
    },
    shows: [['part', '系统接口请求超时']],
  },
  {
    name: 'a request that is repeated at once',
    at: '/message',
    given: () => {
      vi.spyOn(performance, 'now').mockReturnValue(7_000_000)
      serveQuestions()
      server.use(http.post(`${API}/message`, () => failure(400, 402, '不行')))
    },
    act: async (user) => {
      await type(user, '新的问题', '再来一次')
      await press('提交问题')(user)
      await screen.findByText('不行')
      await press('提交问题')(user)
    },
    shows: [['words', '您的操作速度太快了！']],
  },
]

/** Texts come late, and a toast goes over to a dialog that opens. */
function look([kind, text]: Shown): Promise<void> {
  return waitFor(() => {
    if (kind === 'title') return expect(document.title).toBe(`${text} - 映库`)
    const found =
      kind === 'words' || kind === 'part'
        ? screen.queryAllByText(text, { exact: kind === 'words' })
        : screen.queryAllByRole(kind, { name: text })
    expect(found[0]).toBeVisible()
  })
}

beforeEach(() => {
  // jsdom plays nothing, copies nothing by command, and opens no windows.
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => undefined)
  vi.stubGlobal('open', () => null)
  document.execCommand = vi.fn(() => false)
})
afterEach(() => vi.unstubAllGlobals())

/** Every text that the specification fixes is on the screen in the state that shows it. */
describe.each(SCENES)('$name', ({ at, given, act, shows }) => {
  it(`shows ${shows.map(([, text]) => text).join(' · ')}`, async () => {
    given?.()
    const { user } = renderApp(at, { before: ['/index'] })
    await act?.(user)
    for (const shown of shows) await look(shown)
  })
})
