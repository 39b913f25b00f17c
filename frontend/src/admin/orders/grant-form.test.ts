import { expect, it } from 'vitest'
import { makeOrderHistory } from '@/testing/factories.ts'
import { grantTexts, grantWish, isGrantable, priceRule, tradeRule } from './grant-form.ts'

const REPORTED = {
  tradeNo: 'T-0001',
  payChannel: 'weixin' as const,
  price: '0.01',
  outcome: 'amount_mismatch',
  createTime: '',
}

it('only orders that were never paid can be granted by hand', () => {
  const order = makeOrderHistory(1)
  for (const status of [0, 2, 3] as const) expect(isGrantable({ ...order, status })).toBe(true)
  for (const status of [1, 4] as const) expect(isGrantable({ ...order, status })).toBe(false)
  expect(isGrantable({ ...order, status: 2, paidTime: '2026-11-21 20:00:00' })).toBe(false)
  expect(isGrantable({ ...order, userName: '' })).toBe(false)
})

it('the form begins with the one payment that was reported', () => {
  const order = makeOrderHistory(1, { payments: [REPORTED] })
  expect(grantTexts(order)).toMatchObject({ price: '0.01', payChannel: 'weixin', tradeNo: 'T-0001' })
  const texts = grantTexts(makeOrderHistory(1))
  expect(texts).toMatchObject({ price: '39.90', payChannel: 'alipay', tradeNo: '' })
  expect(grantWish(order, { ...texts, tradeNo: ' BANK-1 ', reason: ' 转账 ', payChannel: 'other' })).toEqual({
    orderId: order.orderId,
    price: '39.90',
    payChannel: 'other',
    tradeNo: 'BANK-1',
    reason: '转账',
    payments: 1,
  })
})

it('amounts and numbers are those that the API takes', () => {
  for (const price of ['0.01', '30', '30.5', '100000000']) expect(priceRule(price), price).toBeNull()
  for (const price of ['', '0', '0.00', '-1', '1.234', '1e3', '01']) expect(priceRule(price), price).not.toBeNull()
  for (const trade of ['BANK-0001', '转账_0921']) expect(tradeRule(trade), trade).toBeNull()
  for (const trade of ['', '123', '=1+1', 'a b c d']) expect(tradeRule(trade), trade).not.toBeNull()
})
