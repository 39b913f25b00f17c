import { expect, it } from 'vitest'
import { foundPart, typedParts } from './typed-parts.ts'

/** The text with what is marked in brackets. */
function marked(text: string, parts: readonly { from: number; to: number }[]): string {
  const letters = Array.from(text)
  return letters
    .map((letter, at) => {
      const before = parts.some(({ from }) => from === at) ? '[' : ''
      const after = parts.some(({ to }) => to === at + 1) ? ']' : ''
      return before + letter + after
    })
    .join('')
}

it.each([
  ['约翰史密斯', '演员 约翰·史密斯', '演员 [约翰·史密斯]'],
  ['约翰•史密斯', '约翰·史密斯', '[约翰·史密斯]'],
  ['dont look', "Don't Look Up", "[Don't] [Look] Up"],
  ['spiderman', 'Spider-Man 2', '[Spider-Man] 2'],
  ['lunalin', 'Luna Lin', '[Luna Lin]'],
  ['abcd001', 'ABCD-001', '[ABCD-001]'],
  ['señor', 'Senor', '[Senor]'],
  ['カフェ', 'かふぇの夜', '[かふぇ]の夜'],
  ['電影', '看电影的人', '看[电影]的人'],
  ['电影', '看電影的人', '看[電影]的人'],
  ['林曉月', '林晓月', '[林晓月]'],
])('marks what %s is in %s', (typed, text, shown) => {
  expect(marked(text, typedParts(text, typed))).toBe(shown)
})

it.each([
  ['電影', '皮影戏'],
  ['電', '学校'],
  ['電話', '学习'],
  ['…', '灯塔'],
])('marks nothing of %s in %s', (typed, text) => {
  expect(typedParts(text, typed)).toEqual([])
})

it.each([
  ['linxiaoyue', 'whole', '林晓月', '[林晓月]'],
  ['lxy', 'whole', '林晓月', '[林晓月]'],
  ['linx', 'part', '林晓月', '林晓月'],
  ['雲海', 'begin', '云·海之间', '[云·海]之间'],
] as const)('marks of a name that %s found as %s', (typed, match, name, shown) => {
  expect(marked(name, foundPart(name, typed, match))).toBe(shown)
})
