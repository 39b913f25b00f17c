import { HttpResponse, http } from 'msw'
import type { Order, Plan } from '@/shared/api/types.ts'
import { makeOrder, makePlan } from './factories.ts'
import { API, failure, server } from './server.ts'

/** What is sold, and how selling goes. */
export interface Shop {
  plans: Plan[]
  orders: Order[]
  /** What a submitted order answers as `data`. */
  address: string
  /** Whether the provider reports orders as paid. */
  paid: boolean
  /** Codes that can be redeemed. */
  codes: string[]
}

/** The API's message about an order, by status. */
const WORDS: Record<number, string> = {
  1: '支付成功，VIP已到账',
  2: '订单异常（金额不符），请联系客服',
  3: '订单未支付，已关闭',
}

function become(shop: Shop, orderId: string, status: Order['status']) {
  const change = (order: Order): Order => ({ ...order, status, secondsLeft: undefined })
  shop.orders = shop.orders.map((order) => (order.orderId === orderId ? change(order) : order))
}

const done = (more: object) => HttpResponse.json({ code: 200, msg: '操作成功', ...more })

/** Ids of plans go on from test to test: the same order submitted twice in a second would be refused. */
let lastId = 0

/** Serves plans, orders and codes as the API does. */
export function serveShop(change: Partial<Shop> = {}): Shop {
  const shop: Shop = {
    plans: [
      makePlan(++lastId, { name: 'VIP年卡', remark: '365 天', currentPrice: '298.00', origPrice: '365.00' }),
      makePlan(++lastId, { name: 'VIP月卡', remark: '31 天', currentPrice: '39.90', origPrice: '39.90' }),
      makePlan(++lastId, { name: '年卡VIP-激活码', kind: 'code' }),
      makePlan(++lastId, { name: '双月VIP-激活码', kind: 'code', currentPrice: '68.00' }),
    ],
    orders: [],
    address: 'https://pay.example/cashier?order=1',
    paid: false,
    codes: ['YK-GOOD-CODE-1'],
    ...change,
  }
  server.use(
    http.get(`${API}/app/vip/list`, ({ request }) => {
      const kind = new URL(request.url).searchParams.get('kind') ?? 'time'
      const rows = shop.plans.filter((plan) => plan.kind === kind)
      return done({ rows, total: rows.length })
    }),
    http.post(`${API}/orders/submit`, async ({ request }) => {
      const { groupId, payChannel } = (await request.json()) as { groupId: string; payChannel: Order['payChannel'] }
      const plan = shop.plans.find(({ id }) => id === groupId)
      if (!plan) return failure(409, 402, '该套餐已下架', { error: 'plan_gone' })
      const order = makeOrder(shop.orders.length + 1, { payName: plan.name, price: plan.currentPrice, payChannel })
      shop.orders = [order, ...shop.orders]
      return done({ data: shop.address, orderId: order.orderId })
    }),
    http.get(`${API}/orders/list`, () => done({ rows: shop.orders, total: shop.orders.length })),
    http.post(`${API}/orders/pay`, async ({ request }) => {
      const { orderId } = (await request.json()) as { orderId: string }
      return done({ data: shop.address, orderId })
    }),
    http.post(`${API}/orders/cancel`, async ({ request }) => {
      const { orderId } = (await request.json()) as { orderId: string }
      become(shop, orderId, 3)
      return done({ msg: '订单已取消', data: { orderId, status: 3 } })
    }),
    http.get(`${API}/orders/getOrderId/:id`, ({ params }) => {
      const orderId = String(params.id)
      if (shop.paid) become(shop, orderId, 1)
      const status = shop.orders.find((order) => order.orderId === orderId)?.status ?? 0
      return done({ msg: WORDS[status] ?? '订单未支付', data: { orderId, status } })
    }),
    http.post(`${API}/user/activation`, async ({ request }) => {
      const { code } = (await request.json()) as { code: string }
      if (!shop.codes.includes(code)) return failure(422, 402, '激活码无效或已使用', { error: 'code_invalid' })
      return done({ msg: '激活成功', data: { groupName: 'VIP会员', expireTime: '2027-09-21 21:33:20' } })
    }),
  )
  return shop
}
