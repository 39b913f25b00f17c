import { describe, expect, it } from 'vitest'
import {
  FIGURES,
  GREATEST,
  NAMES,
  nextSort,
  type Sortable,
  sortChoices,
  sortIn,
  sortValue,
  UNSORTED,
  WAITS,
  wayOf,
} from './table-sort.ts'

const PRICE = { word: 'price', ways: FIGURES }
const NAME = { word: 'userName', ways: NAMES }
const COLLECTS = { word: 'collects', ways: GREATEST }
const COLUMNS: readonly Sortable[] = [
  { name: '用户名', sort: NAME },
  { name: '状态' },
  { name: '金额', sort: PRICE },
  { name: '收藏', sort: COLLECTS },
]

it.each([
  ['', '', ''],
  ['order=asc', '', ''],
  ['sort=price&order=asc', 'price', 'asc'],
  ['sort=price&order=desc', 'price', 'desc'],
  ['sort=price', 'price', 'desc'],
  ['sort=price&order=', 'price', 'desc'],
  ['sort=userName&order=sideways', 'userName', 'desc'],
  ['sort=collects', 'collects', ''],
  ['sort=collects&order=asc', 'collects', ''],
  ['sort=password&order=asc', '', ''],
  ['sort=&order=asc', '', ''],
])('“%s” sorts by “%s” “%s”', (query, sort, order) => {
  expect(sortIn(new URLSearchParams(query), COLUMNS)).toEqual({ sort, order })
})

describe('a press on a heading', () => {
  it.each([
    ['names', NAME, ['asc', 'desc']],
    ['figures', PRICE, ['desc', 'asc']],
    ['what has one way', COLLECTS, ['']],
  ] as const)('goes through the ways of %s, then back to the order of the list', (_, column, orders) => {
    let sorted = UNSORTED
    for (const order of orders) {
      sorted = nextSort(column, sorted)
      expect(sorted).toEqual({ sort: column.word, order })
    }
    expect(nextSort(column, sorted)).toEqual(UNSORTED)
  })

  it('begins anew when another column sorts', () => {
    expect(nextSort(NAME, { sort: 'price', order: 'asc' })).toEqual({ sort: 'userName', order: 'asc' })
  })
})

it('only the column that sorts is marked', () => {
  expect(wayOf(PRICE, { sort: 'price', order: 'asc' })?.shown).toBe('ascending')
  expect(wayOf(NAME, { sort: 'price', order: 'asc' })).toBeUndefined()
  expect(wayOf(PRICE, UNSORTED)).toBeUndefined()
})

it('who has waited since the earliest time has waited longest', () => {
  expect(wayOf({ word: 'since', ways: WAITS }, { sort: 'since', order: 'asc' })).toMatchObject({
    shown: 'descending',
    words: '从长到短',
  })
})

it('a list names every way to sort', () => {
  expect(sortChoices(COLUMNS).map(({ value, label }) => [value, label])).toEqual([
    ['', '默认'],
    ['userName.asc', '用户名从A到Z'],
    ['userName.desc', '用户名从Z到A'],
    ['price.desc', '金额从高到低'],
    ['price.asc', '金额从低到高'],
    ['collects', '收藏从高到低'],
  ])
  for (const { value, sorted } of sortChoices(COLUMNS)) expect(sortValue(sorted)).toBe(value)
})
