import { expect, it } from 'vitest'
import { queryText, withParams } from './query.ts'

it.each([
  ['a=1&b=2', { b: '3', c: '4' }, 'a=1&b=3&c=4'],
  ['a=1&b=2', { a: '', c: '' }, 'b=2'],
  ['tag=1,-2', { from: '2020' }, 'tag=1,-2&from=2020'],
])('“%s” with %o is “%s”', (query, change, next) => {
  expect(queryText(withParams(query, change))).toBe(next)
})

it('leaves the query that it was given', () => {
  const params = new URLSearchParams('a=1')
  withParams(params, { a: '2' })
  expect(params.toString()).toBe('a=1')
})
