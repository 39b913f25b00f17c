import { expect, it } from 'vitest'
import { nextWork } from './next-work.ts'

const rows = (ids: string) => [...ids].map((id) => ({ id }))

it.each([
  ['the one that followed', 'abc', 'abc', 'a', 'b'],
  ['the one that followed, where the saved one went to another place', 'abc', 'bca', 'a', 'b'],
  ['the one behind it, where that has gone too', 'abc', 'ac', 'a', 'c'],
  ['what came from the next page, where the last one has left the list', 'abc', 'abd', 'c', 'd'],
  ['none after the last one', 'abc', 'abc', 'c', undefined],
  ['none where the last one has left and nothing came', 'abc', 'ab', 'c', undefined],
  ['the first one for a work that is not in the list', 'abc', 'abc', 'x', 'a'],
])('goes on with %s', (_, before, now, id, next) => {
  expect(nextWork(rows(before), rows(now), id)?.id).toBe(next)
})
