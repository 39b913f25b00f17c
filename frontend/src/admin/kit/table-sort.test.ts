import { describe, expect, it } from 'vitest'
import {
  directionOf,
  FIGURES,
  LEAST,
  NAMES,
  nextSort,
  sortChoices,
  sortIn,
  sortValue,
  type TableSort,
  UNSORTED,
  WAITS,
} from './table-sort.ts'

const FIELDS = { userName: NAMES, price: FIGURES, score: LEAST }
const COLUMNS = [
  { name: '用户名', sort: 'userName' },
  { name: '状态' },
  { name: '金额', sort: 'price' },
  { name: '完整度', sort: 'score' },
] as const

it.each([
  ['', '', ''],
  ['order=asc', '', ''],
  ['sort=price&order=asc', 'price', 'asc'],
  ['sort=price&order=desc', 'price', 'desc'],
  ['sort=price', 'price', 'desc'],
  ['sort=price&order=', 'price', 'desc'],
  ['sort=userName&order=sideways', 'userName', 'desc'],
  ['sort=score', 'score', 'asc'],
  ['sort=score&order=desc', 'score', 'desc'],
  ['sort=password&order=asc', '', ''],
  ['sort=&order=asc', '', ''],
])('“%s” sorts by “%s” “%s”', (query, sort, order) => {
  expect(sortIn(new URLSearchParams(query), FIELDS)).toEqual({ sort, order })
})

describe('a press on a heading', () => {
  it.each([
    ['names', 'userName', ['asc', 'desc']],
    ['figures', 'price', ['desc', 'asc']],
    ['figures whose least counts', 'score', ['asc', 'desc']],
  ] as const)('goes through the ways of %s, then back to the order of the list', (_, field, orders) => {
    let sorted: TableSort = UNSORTED
    for (const order of orders) {
      sorted = nextSort(FIELDS, field, sorted)
      expect(sorted).toEqual({ sort: field, order })
    }
    expect(nextSort(FIELDS, field, sorted)).toEqual(UNSORTED)
  })

  it('begins anew when another column sorts', () => {
    expect(nextSort(FIELDS, 'userName', { sort: 'price', order: 'asc' })).toEqual({ sort: 'userName', order: 'asc' })
  })
})

it('only the column that sorts is marked', () => {
  expect(directionOf(FIELDS, 'price', { sort: 'price', order: 'asc' })?.shown).toBe('ascending')
  expect(directionOf(FIELDS, 'userName', { sort: 'price', order: 'asc' })).toBeUndefined()
  expect(directionOf(FIELDS, 'price', UNSORTED)).toBeUndefined()
})

it('who has waited since the earliest time has waited longest', () => {
  expect(directionOf({ since: WAITS }, 'since', { sort: 'since', order: 'asc' })).toMatchObject({
    shown: 'descending',
    label: '从长到短',
  })
})

it('a list names every way to sort', () => {
  expect(sortChoices(COLUMNS, FIELDS).map(({ value, label }) => [value, label])).toEqual([
    ['', '默认'],
    ['userName.asc', '用户名从A到Z'],
    ['userName.desc', '用户名从Z到A'],
    ['price.desc', '金额从高到低'],
    ['price.asc', '金额从低到高'],
    ['score.asc', '完整度从低到高'],
    ['score.desc', '完整度从高到低'],
  ])
  for (const { value, sorted } of sortChoices(COLUMNS, FIELDS)) expect(sortValue(sorted)).toBe(value)
})
