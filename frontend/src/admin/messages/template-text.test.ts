import { expect, it } from 'vitest'
import { filledText, templatesFor, unfilled } from './template-text.ts'

const VALUES = { 用户名: 'lin_xia', 日期: '2026-11-29', VIP到期: undefined }

it.each([
  ['{用户名} 您好，{日期} 已补上。', 'lin_xia 您好，2026-11-29 已补上。'],
  ['{用户名}{用户名}', 'lin_xialin_xia'],
  ['没有可填的', '没有可填的'],
  ['{其他} {日期', '{其他} {日期'],
  ['{VIP到期} {订单号}', '{VIP到期} {订单号}'],
])('fills %s', (text, filled) => expect(filledText(text, VALUES)).toBe(filled))

it('takes a name as it is', () => {
  expect(filledText('{用户名}', { 用户名: '$&' })).toBe('$&')
})

it('names the first placeholder without a value', () => {
  expect(unfilled('到 {VIP到期}，{订单号}')).toBe('{VIP到期}')
  expect(unfilled('{其他}')).toBeUndefined()
})

it.each([
  ['/', ['已经补上', 'VIP 已到账']],
  ['/补', ['已经补上']],
  ['/ vip', ['VIP 已到账']],
  ['/没有', []],
])('finds by %s', (typed, found) => expect(templatesFor(['已经补上', 'VIP 已到账'], typed)).toEqual(found))
