import { expect, it } from 'vitest'
import { nextTap, type Side, sideAt, type Tap } from './taps.ts'

function run(taps: readonly [at: number, side: Side][]): number[] {
  let last: Tap | null = null
  return taps.map(([at, side]) => {
    last = nextTap(last, at, side)
    return last.seek
  })
}

it.each([
  [0, -1],
  [35, -1],
  [36, 0],
  [64, 0],
  [65, 1],
  [100, 1],
])('a tap at %d of 100 is on side %d', (x, side) => expect(sideAt(x, 100)).toBe(side))

it('adds ten seconds with each tap of a run', () => {
  expect(
    run([
      [0, 1],
      [500, 1],
      [900, 1],
      [1401, 1],
    ]),
  ).toEqual([0, 10, 20, 0])
  expect(
    run([
      [0, -1],
      [200, -1],
      [400, -1],
    ]),
  ).toEqual([0, -10, -20])
})

it('ends a run on another side, and has none in the middle', () => {
  expect(
    run([
      [0, 1],
      [100, 1],
      [200, -1],
      [300, -1],
    ]),
  ).toEqual([0, 10, 0, -10])
  expect(
    run([
      [0, 0],
      [100, 0],
    ]),
  ).toEqual([0, 0])
})
