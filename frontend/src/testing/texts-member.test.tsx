import { screen } from '@testing-library/react'
import { delay, HttpResponse, http } from 'msw'
import { makeOrder, messageId } from './factories.ts'
import { NEW_CODE, serveMember } from './member.ts'
import { API, failure, server } from './server.ts'
import { serveShop } from './shop.ts'

import { press, type Scene, serveQuestions, showTexts, type, type User } from './texts.ts'

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
      serveShop({ orders: ([0, 1, 2] as const).map((status) => makeOrder(status + 1, { status })) })
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
    given: () => server.use(http.post(`${API}/user/register`, () => HttpResponse.json(NEW_CODE))),
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
]

showTexts(SCENES)
