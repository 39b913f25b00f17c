import { expect, it } from 'vitest'
import { changedQuery, pageIn } from './table-address.ts'

it.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=abc', 1],
])('“%s” is page %i', (query, page) => expect(pageIn(new URLSearchParams(query))).toBe(page))

it.each([
  ['status=0&page=4', { status: '9' }, '?status=9'],
  ['status=0&page=4', { page: '5' }, '?status=0&page=5'],
  ['status=0&open=17', { page: '2' }, '?status=0&page=2'],
  ['keyword=a', { keyword: '' }, ''],
  ['keyword=a&modId=1', { modId: null }, '?keyword=a'],
])('“%s” with %o is “%s”', (query, change, next) => {
  expect(changedQuery(new URLSearchParams(query), change)).toBe(next)
})
