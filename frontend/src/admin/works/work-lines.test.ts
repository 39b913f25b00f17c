import { expect, it } from 'vitest'
import { linesOf, magnetLine, magnetOf, type TermLines, termLines, termsOf } from './work-lines.ts'

const HASH = 'c12fe1c06bba254a9dc9f519b335aa7c1367a88a'

it('terms come back from their lines, with what is new and what is being typed', () => {
  const field: TermLines = {
    terms: [
      { name: '月野あかり', nameCn: '月野明里', group: '' },
      { name: 'A | "B"', nameCn: '', group: '类型', isNew: true },
    ],
    typed: ' ["City"] ',
  }
  expect(termsOf(termLines(field))).toEqual(field)
  expect(termsOf('')).toEqual({ terms: [], typed: '' })
})

it('a magnet link is a line and comes back from it, bars in its name too', () => {
  const magnet = { infoHash: HASH, length: 3221225472, createTime: '2026-11-20 08:00:00', name: 'YKA-001 | 高清' }
  expect(magnetLine(magnet)).toBe(`${HASH} | 3221225472 | 2026-11-20 08:00:00 | YKA-001 | 高清`)
  expect(magnetOf(magnetLine(magnet))).toEqual(magnet)
})

it.each([
  'abc | 1 | 2026-11-20 | 名称',
  `${HASH} | 1GB | 2026-11-20 | 名称`,
  `${HASH} | 1 |  | 名称`,
  `${HASH} | 1 | 2026-11-20`,
])('“%s” is no magnet link', (line) => expect(magnetOf(line)).toBeNull())

it('lines are trimmed, and empty ones are none', () => {
  expect(linesOf(' a \n\n  \nb')).toEqual(['a', 'b'])
})
