import { expect, it } from 'vitest'
import { textParts } from './links.ts'

const hrefs = (text: string) => textParts(text).flatMap(({ href }) => href ?? [])

it('finds the addresses of a text, and keeps every word', () => {
  const text = '请看 https://example.org/help?a=1#b。还有http://example.org/x, 谢谢'
  expect(hrefs(text)).toEqual(['https://example.org/help?a=1#b', 'http://example.org/x'])
  expect(
    textParts(text)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
})

it.each([
  ['见 https://a.example/wiki/Bar_(film)。', 'https://a.example/wiki/Bar_(film)'],
  ['（https://a.example/x(1)(2)）', 'https://a.example/x(1)(2)'],
  ['(see https://a.example/x)', 'https://a.example/x'],
  ['[https://a.example/x].', 'https://a.example/x'],
  ['https://a.example/?b=[1]', 'https://a.example/?b=[1]'],
  ['https://a.example/片名/1', 'https://a.example/片名/1'],
  ['https://a.example/第2集_完整版?q=电影#结尾，好看', 'https://a.example/第2集_完整版?q=电影#结尾'],
  ['https://a.example/x谢谢', 'https://a.example/x'],
  ['真的吗 https://a.example/x?!', 'https://a.example/x'],
])('%s has the whole address', (text, href) => expect(hrefs(text)).toEqual([href]))

it.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://example.org',
  '//example.org',
  'www.example.org',
  'https://',
])('%s is words', (text) => expect(textParts(text)).toEqual([{ text }]))

it('takes no markup for an address', () => {
  expect(hrefs('<a href="https://example.org/">x</a>')).toEqual(['https://example.org/'])
  expect(textParts('')).toEqual([])
})
