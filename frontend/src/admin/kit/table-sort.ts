/** Directions as the API knows them. */
export type Order = 'asc' | 'desc'

/** What a list is asked to be sorted by; both empty for the order it has by itself. */
export type TableSort = { sort: string; order: Order | '' }

/** The order a list has by itself. */
export const UNSORTED: TableSort = { sort: '', order: '' }

/** One way to sort by a column. */
interface Way {
  /** The direction asked for; empty where the API has only one. */
  order: Order | ''
  /** How what the column shows runs from the first row to the last. */
  shown: 'ascending' | 'descending'
  /** Said after the column's name. */
  words: string
}

/** How a column sorts: the API's word, and the ways in the order in which presses go through them. */
export interface ColumnSort {
  word: string
  ways: readonly Way[]
}

/** A column that may sort. */
export interface Sortable {
  name: string
  sort?: ColumnSort
}

const FALLING: Way = { order: 'desc', shown: 'descending', words: '从高到低' }
const LATEST: Way = { order: 'desc', shown: 'descending', words: '从晚到早' }

/** Names, the first of the alphabet first. */
export const NAMES: readonly Way[] = [
  { order: 'asc', shown: 'ascending', words: '从A到Z' },
  { order: 'desc', shown: 'descending', words: '从Z到A' },
]
/** Figures, the greatest first. */
export const FIGURES: readonly Way[] = [FALLING, { order: 'asc', shown: 'ascending', words: '从低到高' }]
/** Figures where the API has the greatest first only. */
export const GREATEST: readonly Way[] = [{ ...FALLING, order: '' }]
/** Times, the latest first. */
export const TIMES: readonly Way[] = [LATEST, { order: 'asc', shown: 'ascending', words: '从早到晚' }]
/** Times where the API has the latest first only. */
export const NEWEST: readonly Way[] = [{ ...LATEST, order: '' }]
/** How long something has waited, the longest first: the API sorts by the time since when it waits. */
export const WAITS: readonly Way[] = [
  { order: 'asc', shown: 'descending', words: '从长到短' },
  { order: 'desc', shown: 'ascending', words: '从短到长' },
]

/** What an address asks to sort by, as far as the columns can; without a direction, the API's: `desc`. */
export function sortIn(params: URLSearchParams, columns: readonly Sortable[]): TableSort {
  const sort = columns.find((column) => column.sort?.word === params.get('sort'))?.sort
  if (!sort) return UNSORTED
  const orders = sort.ways.map(({ order }) => order)
  const order = orders.find((known) => known === params.get('order')) ?? orders.find((known) => known === 'desc') ?? ''
  return { sort: sort.word, order }
}

/** In which way a column sorts the table now, if it does. */
export function wayOf({ word, ways }: ColumnSort, { sort, order }: TableSort): Way | undefined {
  return word === sort ? ways.find((way) => way.order === order) : undefined
}

/** What a press on a column's heading asks for: its ways one after another, then the list's own order. */
export function nextSort(column: ColumnSort, current: TableSort): TableSort {
  const way = wayOf(column, current)
  const next = column.ways[way ? column.ways.indexOf(way) + 1 : 0]
  return next ? { sort: column.word, order: next.order } : UNSORTED
}

/** A way to sort a table, as a list of choices has it. */
export interface SortChoice {
  value: string
  label: string
  sorted: TableSort
}

/** Every way to sort a table, the list's own order first. */
export function sortChoices(columns: readonly Sortable[]): SortChoice[] {
  const ways = columns.flatMap(({ name, sort }) =>
    (sort?.ways ?? []).map(({ order, words }) => {
      const sorted: TableSort = { sort: sort?.word ?? '', order }
      return { value: sortValue(sorted), label: name + words, sorted }
    }),
  )
  return [{ value: sortValue(UNSORTED), label: '默认', sorted: UNSORTED }, ...ways]
}

/** The value a choice has in a list. */
export function sortValue({ sort, order }: TableSort): string {
  return [sort, order].filter(Boolean).join('.')
}
