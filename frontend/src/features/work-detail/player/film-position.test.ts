import { expect, it } from 'vitest'
import { leftAt, resumeAt, savePosition } from './film-position.ts'

it.each([
  [0, 60, 0],
  [4.9, 60, 0],
  [5, 60, 5],
  [49, 60, 49],
  [50, 60, 0],
  [6839, 7200, 6839],
  [6840, 7200, 0],
  [30, Number.NaN, 0],
])('left at %d of %d seconds, a film goes on at %d', (position, duration, at) => {
  expect(resumeAt(position, duration)).toBe(at)
})

it('keeps whole seconds and forgets a film that was seen to its end', () => {
  savePosition('7300000000000000001', 31.7, 60)
  expect(leftAt('7300000000000000001')).toBe(31)
  savePosition('7300000000000000001', 58, 60)
  expect(leftAt('7300000000000000001')).toBe(0)
})

it('keeps the fifty films watched last', () => {
  for (let index = 1; index <= 51; index++) savePosition(`work-${index}`, 20, 60, index)
  expect([leftAt('work-1'), leftAt('work-2'), leftAt('work-51')]).toEqual([0, 20, 20])
})

it.each(['null', '[]', '{', '{"a":1,"b":["x",2],"c":[1]}'])('finds nothing in %s', (text) => {
  localStorage.setItem('yingku.positions', text)
  expect(['a', 'b', 'c'].map(leftAt)).toEqual([0, 0, 0])
})
