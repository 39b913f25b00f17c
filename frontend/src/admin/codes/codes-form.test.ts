import { expect, it } from 'vitest'
import { batchRule, codesWish, countRule, validDaysRule } from './codes-form.ts'

it('has the bounds of the API', () => {
  expect([countRule('1'), countRule(' 5000 ')]).toEqual([null, null])
  for (const wrong of ['', '0', '5001', '1.5', '-1', 'x']) expect(countRule(wrong)).toBe('请填写 1 至 5000 的整数')
  expect([validDaysRule(''), validDaysRule('36500')]).toEqual([null, null])
  expect(validDaysRule('36501')).toBe('请填写 1 至 36500 的整数')
  expect([batchRule(''), batchRule('秋季-2026_1')]).toEqual([null, null])
  for (const wrong of ['a b', 'a/b', 'a.b']) expect(batchRule(wrong)).toBe('只能用中文、字母、数字、_ 或 -')
  expect(batchRule('长'.repeat(41))).toBe('最多40个字')
})

it('sends nothing that was left out', () => {
  const texts = { planId: '1', count: '3', validDays: '', batch: ' ' }
  expect(codesWish(texts)).toEqual({ planId: '1', count: 3 })
  expect(codesWish({ ...texts, validDays: '7', batch: 'a' })).toEqual({
    planId: '1',
    count: 3,
    validDays: 7,
    batch: 'a',
  })
})
