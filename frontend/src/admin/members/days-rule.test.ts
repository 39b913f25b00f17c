import { expect, it } from 'vitest'
import { daysRule } from './days-rule.ts'

it.each(['1', ' 30 ', '-10', '3650', '-3650'])('“%s” is a number of days', (text) => expect(daysRule(text)).toBeNull())

it.each(['', '0', '-0', '1.5', '+3', '1e3', '3651', '-3651', '三天'])('“%s” is none', (text) =>
  expect(daysRule(text)).toBe('请填写 -3650 至 3650 的整数，不能为 0'),
)
