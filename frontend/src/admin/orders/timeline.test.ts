import { expect, it } from 'vitest'
import { makeOrderHistory } from '@/testing/factories.ts'
import { timelineOf } from './timeline.ts'

it('tells what happened in its order', () => {
  const entry = { id: '1', actor: 'zhou_qing', targetKind: 'order', targetId: '', reason: '' }
  const order = makeOrderHistory(1, {
    status: 4,
    createTime: '2026-11-21 20:00:00',
    payments: [
      {
        tradeNo: 'T1',
        payChannel: 'alipay',
        price: '39.90',
        outcome: 'granted',
        createTime: '2026-11-21 20:01:00',
      },
    ],
    grants: [
      {
        source: 'order',
        userName: 'lin_xia',
        days: 31,
        startTime: '2026-11-21 20:01:00',
        endTime: '2026-12-22 20:01:00',
        createTime: '2026-11-21 20:01:00',
      },
      {
        source: 'refund',
        userName: 'lin_xia',
        days: -30,
        startTime: '2026-11-22 20:01:00',
        endTime: '2026-12-22 20:01:00',
        createTime: '2026-11-22 20:01:00',
      },
    ],
    audit: [
      {
        ...entry,
        action: 'orders.recheck',
        before: { status: 0 },
        after: { status: 1 },
        createTime: '2026-11-21 20:01:00',
      },
      {
        ...entry,
        action: 'orders.refund',
        before: { status: 1 },
        after: { status: 4 },
        reason: '会员申请',
        createTime: '2026-11-22 20:01:00',
      },
    ],
  })
  expect(timelineOf(order).map(({ title, detail }) => `${title}：${detail}`)).toEqual([
    '下单：VIP月卡 · 39.90 元 · 支付宝',
    '收到付款 39.90 元：已到账 · T1',
    '开通 31 天：lin_xia · 至 2026-12-22 20:01:00',
    '重新查询：zhou_qing · 未支付 → 已支付',
    '收回 30 天：lin_xia · 到期改为 2026-11-22 20:01:00',
    '标记退款：zhou_qing · 会员申请',
  ])
})

it('tells of a code, who used it, and that an order was closed', () => {
  const code = { last4: 'SAJ8', state: 'revoked', usedBy: '', useTime: '', revokeTime: '2026-11-21 21:00:00' } as const
  const closed = makeOrderHistory(1, { status: 3, updateTime: '2026-11-21 20:30:00', code })
  expect(timelineOf(closed).map(({ title }) => title)).toEqual(['下单', '订单关闭', '激活码作废'])
  const used = makeOrderHistory(1, { code: { ...code, useTime: '2026-11-21 20:40:00', revokeTime: '' } })
  expect(timelineOf(used)[1]).toEqual({
    time: '2026-11-21 20:40:00',
    title: '激活码被使用',
    detail: '激活码 …SAJ8 · 账号已注销',
  })
})
