import { HttpResponse, http } from 'msw'
import type { Schemas } from '@/shared/api/contract.ts'
import type { AdminPlan, CodeBatch, DownloadRequest, OrderHistory } from '@/shared/api/types.ts'
import { ADMIN, listOf } from './admin.ts'
import { makeAdminPlan } from './factories.ts'
import { failure, server } from './server.ts'

const done = (data?: object) => HttpResponse.json({ code: 200, msg: '操作成功', ...(data && { data }) })
const NOW = '2026-11-21 21:00:00'

/** What the API of the tests knows of orders, plans, codes and requests. */
export interface Till {
  orders: OrderHistory[]
  /** Numbers of orders that the provider reports as paid. */
  paid: string[]
  /** Sums of any orders. */
  sums: Schemas['OrderSums']
  /** Whether the provider can be asked. */
  away: boolean
  /** Why the provider rejects refunds, if it does. */
  rejects: string
  /** Whether a grant waits for a second person. */
  asks: boolean
  /** The differences of any bill. */
  bill: Schemas['BillComparison'] | null
  plans: AdminPlan[]
  batches: CodeBatch[]
  codes: Schemas['BatchCode'][]
  /** Codes that are found, by their text. */
  found: Readonly<Record<string, Schemas['CodeDetail']>>
  requests: DownloadRequest[]
}

/** Sums of no orders. */
export function makeMoneySums(change: Partial<Schemas['MoneySums']> = {}): Schemas['MoneySums'] {
  const money = { paid: 0, paidSum: '0.00', refunded: 0, refundedSum: '0.00', netSum: '0.00' }
  return { orders: 0, ...money, abnormal: 0, abnormalSum: '0.00', channels: [], plans: [], ...change }
}

/** Serves the calls about money and codes; what is changed shows in the next answers. */
export function serveTill(change: Partial<Till> = {}): Till {
  const none = {
    orders: [],
    sums: { live: makeMoneySums() },
    paid: [],
    away: false,
    rejects: '',
    asks: false,
    bill: null,
    plans: [],
    batches: [],
    codes: [],
    found: {},
    requests: [],
  }
  const till: Till = { ...none, ...change }
  const orderOf = (number: unknown) => till.orders.find(({ orderId }) => orderId === number)
  const put = (order: OrderHistory) => {
    till.orders = till.orders.map((known) => (known.orderId === order.orderId ? order : known))
  }
  /** Sends a payment back, unless the provider rejects it. */
  const sendBack = (order: OrderHistory, sent: { tradeNo: string; price: string }) => {
    const state = till.rejects ? 'failed' : till.away ? 'pending' : 'succeeded'
    put({ ...order, refunds: [...order.refunds, { ...sent, state, cause: till.rejects, createTime: NOW }] })
    if (till.rejects) return failure(422, 402, `支付平台拒绝退款：${till.rejects}`, { error: 'refund_rejected' })
    return done({ orderId: order.orderId, status: order.status, daysTakenBack: 0, codeRevoked: false, state })
  }
  server.use(
    http.get(`${ADMIN}/orders`, ({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      return listOf(
        till.orders.filter((order) => status === null || String(order.status) === status),
        request,
      )
    }),
    http.get(`${ADMIN}/orders/sums`, () => done(till.sums)),
    http.get(`${ADMIN}/orders/export`, () => HttpResponse.text('\ufeff订单号\r\n')),
    http.post(`${ADMIN}/orders/grant`, async ({ request }) => {
      const { orderId, price, payChannel, tradeNo, reason } = (await request.json()) as Schemas['GrantForm']
      const order = orderOf(orderId)
      if (!order || order.paidTime) return failure(409, 402, '该订单已经支付或处理过，不能补单，请刷新后核对')
      if (till.asks) {
        const asked = { operator: 'lin_xia', createTime: NOW, expireTime: NOW }
        put({ ...order, grantRequest: { id: '77', price, payChannel, tradeNo, reason, ...asked } })
        return done({ orderId, status: order.status, waiting: true })
      }
      put({ ...order, status: 1, paidTime: NOW, received: price, receivedChannel: payChannel })
      return done({ orderId, status: 1 })
    }),
    http.post(`${ADMIN}/orders/grant/decide`, async ({ request }) => {
      const { id, confirm } = (await request.json()) as Schemas['GrantDecision']
      const order = till.orders.find(({ grantRequest }) => grantRequest?.id === id)
      if (!order?.grantRequest) return failure(404, 404, '')
      const { grantRequest: asked, ...open } = order
      const paid = { status: 1, paidTime: NOW, received: asked.price, receivedChannel: asked.payChannel } as const
      till.orders = till.orders.map((row) => (row === order ? { ...open, ...(confirm && paid) } : row))
      return done({ orderId: order.orderId, status: confirm ? 1 : order.status })
    }),
    http.post(`${ADMIN}/orders/compare`, () => (till.bill ? done(till.bill) : failure(422, 402, '不是账单'))),
    http.get(`${ADMIN}/orders/:number`, ({ params }) => {
      const order = orderOf(params.number)
      return order ? done(order) : failure(404, 404, '')
    }),
    http.post(`${ADMIN}/orders/recheck`, async ({ request }) => {
      const { orderId } = (await request.json()) as { orderId: string }
      const order = orderOf(orderId)
      if (till.away || !order) {
        return failure(422, 402, '支付平台没有应答，订单未改动，请稍后再试', { error: 'provider_away' })
      }
      if (order.refunds.length > 0) {
        put({ ...order, refunds: order.refunds.map((refund) => ({ ...refund, state: 'succeeded' })) })
      }
      const isPaid = till.paid.includes(orderId)
      const rechecked = { orderId, before: order.status, tradeNo: isPaid ? 'T1' : '', price: isPaid ? order.price : '' }
      if (!isPaid) return done({ ...rechecked, status: order.status, paid: false, outcome: '' })
      const payment = { tradeNo: 'T1', payChannel: order.payChannel, price: order.price, outcome: 'granted' }
      put({ ...order, status: 1, tradeNo: 'T1', payments: [{ ...payment, createTime: NOW }] })
      return done({ ...rechecked, status: 1, paid: true, outcome: 'granted' })
    }),
    http.post(`${ADMIN}/orders/refund`, async ({ request }) => {
      const { orderId, endVip, tradeNo, price } = (await request.json()) as Schemas['RefundForm']
      const order = orderOf(orderId)
      if (!order || order.status === 4) return failure(409, 402, '该订单已经退款', { error: 'order_refunded' })
      if (tradeNo) return sendBack(order, { tradeNo, price: price ?? order.price })
      put({ ...order, status: 4 })
      return done({ orderId, status: 4, daysTakenBack: endVip ? 30 : 0, codeRevoked: false })
    }),
    http.get(`${ADMIN}/plans`, ({ request }) => listOf(till.plans, request)),
    http.post(`${ADMIN}/plans/create`, async ({ request }) => {
      const plan = (await request.json()) as Schemas['PlanForm']
      till.plans = [...till.plans, makeAdminPlan(till.plans.length + 1, plan as Partial<AdminPlan>)]
      return done({ id: '1' })
    }),
    http.post(`${ADMIN}/plans/edit`, async ({ request }) => {
      const { id, ...fields } = (await request.json()) as Partial<AdminPlan>
      till.plans = till.plans.map((plan) => (plan.id === id ? { ...plan, ...fields } : plan))
      return done()
    }),
    http.get(`${ADMIN}/codes`, async ({ request }) => {
      const list = (await listOf(till.batches, request).json()) as object
      return HttpResponse.json({ ...list, plans: till.plans.map(({ id, name, days }) => ({ id, name, days })) })
    }),
    http.get(`${ADMIN}/codes/:batch`, ({ request }) => listOf(till.codes, request)),
    http.post(`${ADMIN}/codes/create`, async ({ request }) => {
      const { count, batch } = (await request.json()) as { count: number; batch?: string }
      const codes = Array.from({ length: count }, (_, index) => `AAAAA-BBBBB-CCCCC-DDDDD-EEEE${index}`)
      return done({ batch: batch ?? '1', planName: till.plans[0]?.name ?? '', codes })
    }),
    http.post(`${ADMIN}/codes/revoke`, async ({ request }) => {
      const { batch } = (await request.json()) as { batch: string }
      const found = till.batches.find((known) => known.batch === batch)
      const revoked = found ? found.count - found.used - found.revoked : 0
      till.batches = till.batches.map((known) => (known === found ? { ...known, revoked } : known))
      return done({ revoked })
    }),
    http.post(`${ADMIN}/code/find`, async ({ request }) => {
      const found = till.found[((await request.json()) as { code: string }).code]
      return found ? done(found) : failure(404, 402, '没有这个激活码', { error: 'code_unknown' })
    }),
    http.post(`${ADMIN}/code/revoke`, async ({ request }) => {
      const { id } = (await request.json()) as { id: string }
      till.codes = till.codes.map((code) => (code.id === id ? { ...code, state: 'revoked' } : code))
      const found = Object.values(till.found).find((code) => code.id === id)
      return done({ ...found, state: 'revoked', revokeTime: NOW })
    }),
    http.post(`${ADMIN}/orders/find`, async ({ request }) => {
      const found = till.found[((await request.json()) as { code: string }).code]
      return found
        ? done({ orderId: found.orderId })
        : failure(404, 402, '没有订单卖出过这个激活码', { error: 'code_unsold' })
    }),
    http.get(`${ADMIN}/downloads`, ({ request }) => {
      const status = new URL(request.url).searchParams.get('status')
      return listOf(
        till.requests.filter((row) => row.status === status),
        request,
      )
    }),
    http.post(`${ADMIN}/downloads/decide`, async ({ request }) => {
      const { id, decision, note } = (await request.json()) as {
        id: string
        decision: 'done' | 'refused'
        note?: string
      }
      till.requests = till.requests.map((row) =>
        row.id === id ? { ...row, status: decision, note: note ?? '', decideTime: NOW } : row,
      )
      return done()
    }),
  )
  return till
}
