import { expect, it } from 'vitest'
import { changedQuery, known, pageIn } from './table-params.ts'

it.each([
  ['', 1],
  ['page=3', 3],
  ['page=0', 1],
  ['page=-2', 1],
  ['page=1.5', 1],
  ['page=abc', 1],
])('“%s” is page %i', (query, page) => expect(pageIn(new URLSearchParams(query))).toBe(page))

it.each([
  ['1', '1'],
  ['7', ''],
  ['', ''],
])('the filter “%s” is “%s”', (value, taken) => expect(known([{ value: '' }, { value: '1' }], value)).toBe(taken))

it.each([
  ['status=0&page=4', { status: '9' }, '?status=9'],
  ['status=0&page=4', { page: '5' }, '?status=0&page=5'],
  ['status=0&open=17', { page: '2' }, '?status=0&page=2'],
  ['keyword=a', { keyword: '' }, ''],
  ['keyword=a&page=3', { sort: 'price', order: 'asc' }, '?keyword=a&sort=price&order=asc'],
  ['sort=price&order=asc&open=17', { sort: '', order: '' }, ''],
  ['keyword=a&modId=1', { modId: '' }, '?keyword=a'],
])('“%s” with %o is “%s”', (query, change, next) => {
  expect(changedQuery(new URLSearchParams(query), change)).toBe(next)
})
