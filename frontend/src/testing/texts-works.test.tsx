import { screen } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { vi } from 'vitest'
import { makeMagnet } from './factories.ts'
import { serveMember } from './member.ts'
import { API, failure, server } from './server.ts'

import { AT_WORK, done, press, type Scene, serveQuestions, serveWork, showTexts, type } from './texts.ts'

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

showTexts(SCENES)
