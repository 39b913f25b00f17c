import fc from 'fast-check'
import { expect, it } from 'vitest'
import { blocksOf, type Piece } from './page-blocks.ts'

/** PAGE_TEXTS=1000000 tries more texts, and PAGE_SEED others. */
const TEXTS = Number(process.env.PAGE_TEXTS ?? 2_000)
const SEED = Number(process.env.PAGE_SEED ?? 20_261_123)
const SITE = 'https://films.example.org'

/** What the patterns of a page look for, what browsers read as something else, and any character. */
const PARTS = fc.oneof(
  fc.constantFrom(
    '# ',
    '### ',
    '- ',
    '* ',
    '12. ',
    '3、',
    '[',
    ']',
    '(',
    ')',
    '](',
    '/',
    '//',
    '\\',
    ' ',
    '\t',
    '\n',
    '\r\n',
  ),
  fc.constantFrom(
    '\u2028',
    '\u00a0',
    '\u3000',
    '..',
    '?',
    '#',
    ':',
    '@',
    '%2f',
    '<b>',
    '&lt;',
    'javascript:',
    'https://',
  ),
  fc.constantFrom('[影](/top)', '[a](//b)', '[a](/\\b)', '片', 'ab', '7'),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const PAGE = fc.array(PARTS, { maxLength: 60 }).map((parts) => parts.join(''))

function piecesOf(text: string): Piece[] {
  return blocksOf(text).flatMap((block) => (block.kind === 'list' ? block.items.flat() : block.line))
}

const holds = (property: fc.IProperty<[string]>) => fc.assert(property, { numRuns: TEXTS, seed: SEED })

it('leads nowhere but into the site, whatever a page says', () => {
  holds(
    fc.property(PAGE, (text) => {
      for (const { to } of piecesOf(text)) if (to !== undefined) expect(new URL(to, SITE).origin).toBe(SITE)
    }),
  )
})

it('loses no letter of a page, and keeps their order', () => {
  const letters = (text: string) => text.replace(/\P{L}/gu, '')
  holds(
    fc.property(PAGE, (text) => {
      const shown = piecesOf(text).map((piece) => piece.text + (piece.to ?? ''))
      expect(letters(shown.join(''))).toBe(letters(text))
    }),
  )
})
