import { expect, it } from 'vitest'
import { filledText, templatesFor } from './template-text.ts'

const NOW = Date.parse('2026-11-28T16:30:00Z')

it.each([
  ['{name} 您好，{date} 已补上。', 'lin_xia 您好，2026-11-29 已补上。'],
  ['{name}{name}', 'lin_xialin_xia'],
  ['没有可填的', '没有可填的'],
  ['{Name} {date', '{Name} {date'],
])('fills %s', (text, filled) => expect(filledText(text, 'lin_xia', NOW)).toBe(filled))

it('takes a name as it is', () => {
  expect(filledText('{name}', '$&', NOW)).toBe('$&')
})

it.each([
  ['/', ['已经补上', 'VIP 已到账']],
  ['/补', ['已经补上']],
  ['/ vip', ['VIP 已到账']],
  ['/没有', []],
])('finds by %s', (typed, found) => expect(templatesFor(['已经补上', 'VIP 已到账'], typed)).toEqual(found))
