import { expect, it } from 'vitest'
import { changedLimits, LIMIT_RULES, limitTextsOf, shownLimit } from './limits-form.ts'

const SITE = {
  name: '映库',
  announcement: '',
  footer: '',
  logo: '',
  planNotice: '',
  visitorCopies: 3,
  memberCopies: 100,
  questions: 50,
  closedChannels: ['weixin'],
  blockedWords: ['ads', '加微信'],
  version: 2,
}
const TEXTS = limitTextsOf(SITE)

it('only what differs is sent, as the API takes it', () => {
  expect(changedLimits(SITE, TEXTS)).toEqual({})
  const edited = { ...TEXTS, memberCopies: ' 50 ', closedChannels: '', blockedWords: ' ads \n\nspam' }
  expect(changedLimits(SITE, edited)).toEqual({
    memberCopies: 50,
    closedChannels: [],
    blockedWords: ['ads', 'spam'],
  })
})

it.each([
  ['visitorCopies', '0', null],
  ['visitorCopies', '-1', '请填写 0 至 10000 的整数'],
  ['memberCopies', '10001', '请填写 0 至 10000 的整数'],
  ['questions', '0', '请填写 1 至 1000 的整数'],
  ['questions', '1.5', '请填写 1 至 1000 的整数'],
  ['planNotice', '长'.repeat(201), '最多200个字符'],
  ['blockedWords', '长'.repeat(33), '每个词最多32个字符'],
  ['blockedWords', Array.from({ length: 201 }, (_, at) => at).join('\n'), '最多200个词'],
] as const)('%s %s', (name, text, fault) => {
  expect(LIMIT_RULES[name]?.(text, TEXTS)).toBe(fault)
})

it('choices and words are shown in one line', () => {
  expect(shownLimit('closedChannels', 'alipay,weixin')).toBe('全部关闭')
  expect(shownLimit('blockedWords', 'a\nb')).toBe('a，b')
  expect(shownLimit('questions', '5')).toBe('5')
})
