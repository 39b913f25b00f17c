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
