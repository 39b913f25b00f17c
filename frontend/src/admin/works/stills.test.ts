import { expect, it } from 'vitest'
import { moved, stillLines, stillsOf } from './stills.ts'

const A = { small: 'a.jpg', big: 'A.jpg' }
const B = { small: 'b.jpg', big: 'B.jpg' }

it('puts both sizes of a still together, and one for the other where it is missing', () => {
  expect(stillsOf('a.jpg\nb.jpg', 'A.jpg\nB.jpg')).toEqual([A, B])
  expect(stillsOf('a.jpg', 'A.jpg\nB.jpg')).toEqual([A, { small: 'B.jpg', big: 'B.jpg' }])
  expect(stillsOf('', '')).toEqual([])
})

it('moves both sizes of a still', () => {
  const C = { small: 'c.jpg', big: 'C.jpg' }
  expect(moved([A, B, C], 2, 0)).toEqual([C, A, B])
  expect(stillLines(moved([A, B], 0, 1))).toEqual({ small: 'b.jpg\na.jpg', big: 'B.jpg\nA.jpg' })
})
