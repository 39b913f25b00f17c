import { expect, it } from 'vitest'
import { formatYuan } from '@/shared/lib/format.ts'
import { activationRule } from './activation-rule.ts'
import { abnormalPath, abnormalReason, clockOf, orderLook, reissuePath, toneOf } from './order-status.ts'
import { dailyPrice, savingOf } from './plan-price.ts'
import { sceneOf } from './scene.ts'

it.each([
  ['98.00', '98'],
  ['9.90', '9.9'],
  ['0.01', '0.01'],
  ['100.00', '100'],
  ['100', '100'],
])('%s yuan are shown as %s', (price, shown) => expect(formatYuan(price)).toBe(shown))

it.each([
  [0, 'unpaid'],
  [1, 'paid'],
  [2, 'abnormal'],
  [3, 'abnormal'],
  [4, 'abnormal'],
  [99, 'abnormal'],
])('an order of status %d is %s', (status, look) => expect(orderLook(status)).toBe(look))

it('knows why an order is closed', () => {
  const reasons = ([2, 3, 4] as const).map((status) => abnormalReason({ status }))
  expect(reasons).toEqual(['', '已关闭', '已退款'])
  expect(abnormalReason({ status: 2, reason: '重复支付' })).toBe('重复支付')
})

it('writes to support with the number of the order, within the limit of a message', () => {
  const order = { orderId: '202611210000000000000001', payName: '双月VIP-激活码' }
  for (const path of [reissuePath(order), abnormalPath({ ...order, status: 2, reason: '支付方式不符' })]) {
    const message = new URL(path, 'http://x').searchParams.get('message') ?? ''
    expect(message).toContain(order.orderId)
    expect(message.length).toBeLessThanOrEqual(150)
  }
})

it.each([
  ['Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', 'phone'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 16_0 like Mac OS X) AppleWebKit/605.1.15 MicroMessenger/8.0', 'phone'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36', 'desktop'],
])('%s pays as a %s', (agent, scene) => expect(sceneOf(agent)).toBe(scene))

it.each([
  ['1234567', '激活码至少8位'],
  [' 1234567 ', '激活码至少8位'],
  ['12345678', null],
])('the code %s: %s', (code, message) => expect(activationRule(code)).toBe(message))

it('announces an order in the colour of what it is', () => {
  expect([0, 1, 2, 3, 4].map(toneOf)).toEqual(['warning', 'success', 'error', 'plain', 'plain'])
})

it.each([
  [1500, '25:00'],
  [61.9, '1:01'],
  [0, '0:00'],
  [-3, '0:00'],
])('%d seconds are %s', (seconds, shown) => expect(clockOf(seconds)).toBe(shown))

it('knows what is saved and what a day costs', () => {
  expect(savingOf({ currentPrice: '198.00', origPrice: '360.00' })).toBe(162)
  expect(savingOf({ currentPrice: '30.00', origPrice: '30.00' })).toBe(0)
  expect(dailyPrice({ currentPrice: '198.00', days: 365 })).toBe('0.54')
  expect(dailyPrice({ currentPrice: '1.00', days: 0 })).toBe('')
})
