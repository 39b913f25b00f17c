import { expect, it } from 'vitest'
import { makeOrderHistory } from '@/testing/factories.ts'
import { refundables, refundPriceRule, refundWish } from './refund-form.ts'

const AT = '2026-11-21 20:01:00'
const order = makeOrderHistory(1, {
  payments: [
    { tradeNo: 'T1', payChannel: 'alipay', price: '30.10', outcome: 'granted', createTime: AT },
    { tradeNo: 'T2', payChannel: 'other', price: '30.00', outcome: 'manual', createTime: AT },
    { tradeNo: 'T3', payChannel: 'weixin', price: '30.00', outcome: 'second', createTime: AT },
  ],
  refunds: [
    { tradeNo: 'T1', price: '10.00', state: 'pending', cause: '', createTime: AT },
    { tradeNo: 'T1', price: '20.00', state: 'failed', cause: '余额不足', createTime: AT },
    { tradeNo: 'T3', price: '30.00', state: 'succeeded', cause: '', createTime: AT },
  ],
})

it('offers the payments of which something is left', () => {
  expect(refundables(order)).toEqual([{ value: 'T1', label: '支付宝 ¥30.10 · 可退 ¥20.10', left: '20.10' }])
})

it('takes no more than what is left', () => {
  const rule = refundPriceRule(refundables(order))
  const all = { tradeNo: 'T1', price: '', reason: '' }
  expect([rule('20.10', all), rule('0.01', all)]).toEqual([null, null])
  expect(rule('20.11', all)).toBe('最多可退 ¥20.10')
  expect(rule('0', all)).toBe('金额必须大于 0')
})

it('names what was seen, and a payment only if it is sent back', () => {
  const texts = { tradeNo: 'T1', price: ' 5.00 ', reason: '会员申请 ' }
  const marked = { orderId: order.orderId, reason: '会员申请', endVip: true, payments: 6 }
  expect(refundWish(order, texts, false, true)).toEqual(marked)
  expect(refundWish(order, texts, true, true)).toEqual({ ...marked, tradeNo: 'T1', price: '5.00' })
})
