import { expect, it } from 'vitest'
import { makeAdminPlan } from '@/testing/factories.ts'
import { changedFields, NEW_PLAN, PLAN_RULES, planOf, textsOf } from './plan-form.ts'

it.each([
  ['198', null],
  ['0.01', null],
  ['1000000.00', null],
  ['', '请填写金额，如 198.00'],
  ['1.', '请填写金额，如 198.00'],
  ['1.234', '请填写金额，如 198.00'],
  ['-1', '请填写金额，如 198.00'],
  ['0', '0.01 至 1000000.00 元'],
  ['1000000.01', '0.01 至 1000000.00 元'],
])('a price of “%s”: %s', (text, message) => expect(PLAN_RULES.price(text)).toBe(message))

it('a price before is not lower, and may be left out', () => {
  const rule = (text: string) => PLAN_RULES.priceBefore(text, { ...NEW_PLAN, price: '9.90' })
  expect([rule(''), rule('9.9'), rule('9.89'), rule('x')]).toEqual([
    null,
    null,
    '不能低于现价',
    '请填写金额，如 198.00',
  ])
  expect(planOf({ ...NEW_PLAN, price: '9.90' }).priceBefore).toBe('9.90')
})

it.each([
  ['7', null],
  ['0', '请填写 1 至 36500 的整数'],
  ['1.5', '请填写 1 至 36500 的整数'],
  ['', '请填写 1 至 36500 的整数'],
])('“%s” days: %s', (text, message) => expect(PLAN_RULES.days(text)).toBe(message))

it('sends the fields that change, and no price that is only written otherwise', () => {
  const plan = makeAdminPlan(1, { price: '98.00', priceBefore: '98.00' })
  expect(changedFields(plan, textsOf(plan))).toEqual({})
  expect(changedFields(plan, { ...textsOf(plan), price: '98', onSale: 'false' })).toEqual({ onSale: false })
  expect(changedFields(plan, { ...textsOf(plan), days: '62' })).toEqual({ days: 62 })
})
