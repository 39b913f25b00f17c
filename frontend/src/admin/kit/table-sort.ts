/** Orders as the API knows them. */
export type SortOrder = 'asc' | 'desc'

/** What a list is asked to be sorted by; both empty for the order it has by itself. */
export interface TableSort<Field extends string = string> {
  sort: Field | ''
  order: SortOrder | ''
}

/** The order a list has by itself. */
export const UNSORTED = { sort: '', order: '' } as const satisfies TableSort<never>

/** One way to sort by a field. */
interface SortDirection {
  /** The order asked for; empty where the API has only one. */
  order: SortOrder | ''
  /** How what the column shows runs from the first row to the last. */
  shown: 'ascending' | 'descending'
  /** Said after the column's name. */
  label: string
}

/** The fields a list can be sorted by, each with its directions in the order in which presses go through them. */
export type SortFields<Field extends string = string> = Readonly<Record<Field, readonly SortDirection[]>>

/** A column that may sort. */
export interface Sortable<Field extends string> {
  name: string
  sort?: Field
}

const FALLING: SortDirection = { order: 'desc', shown: 'descending', label: '从高到低' }
const LATEST: SortDirection = { order: 'desc', shown: 'descending', label: '从晚到早' }

/** Names, the first of the alphabet first. */
export const NAMES: readonly SortDirection[] = [
  { order: 'asc', shown: 'ascending', label: '从A到Z' },
  { order: 'desc', shown: 'descending', label: '从Z到A' },
]
/** Figures, the greatest first. */
export const FIGURES: readonly SortDirection[] = [FALLING, { order: 'asc', shown: 'ascending', label: '从低到高' }]
/** Figures where the API has the greatest first only. */
export const GREATEST: readonly SortDirection[] = [{ ...FALLING, order: '' }]
/** Times, the latest first. */
export const TIMES: readonly SortDirection[] = [LATEST, { order: 'asc', shown: 'ascending', label: '从早到晚' }]
/** Times where the API has the latest first only. */
export const NEWEST: readonly SortDirection[] = [{ ...LATEST, order: '' }]
/** How long something has waited, the longest first: the API sorts by the time since when it waits. */
export const WAITS: readonly SortDirection[] = [
  { order: 'asc', shown: 'descending', label: '从长到短' },
  { order: 'desc', shown: 'ascending', label: '从短到长' },
]

/** What an address asks to sort by, as far as the list can; without an order, the API's: `desc`. */
export function sortIn<Field extends string>(params: URLSearchParams, fields: SortFields<Field>): TableSort<Field> {
  const field = (Object.keys(fields) as Field[]).find((known) => known === params.get('sort'))
  if (field === undefined) return UNSORTED
  const orders = fields[field].map(({ order }) => order)
  const order = orders.find((known) => known === params.get('order')) ?? orders.find((known) => known === 'desc') ?? ''
  return { sort: field, order }
}

/** In which direction a field sorts the table now, if it does. */
export function directionOf<Field extends string>(
  fields: SortFields<Field>,
  field: Field,
  { sort, order }: TableSort,
): SortDirection | undefined {
  return field === sort ? fields[field].find((direction) => direction.order === order) : undefined
}

/** What a press on a column's heading asks for: its directions one after another, then the list's own order. */
export function nextSort<Field extends string>(
  fields: SortFields<Field>,
  field: Field,
  current: TableSort,
): TableSort<Field> {
  const direction = directionOf(fields, field, current)
  const next = fields[field][direction ? fields[field].indexOf(direction) + 1 : 0]
  return next ? { sort: field, order: next.order } : UNSORTED
}

/** A way to sort a table, as a list of choices has it. */
export interface SortChoice {
  value: string
  label: string
  sorted: TableSort
}

/** Every way to sort a table, the list's own order first. */
export function sortChoices<Field extends string>(
  columns: readonly Sortable<Field>[],
  fields: SortFields<Field>,
): SortChoice[] {
  const choices = columns.flatMap(({ name, sort }) =>
    (sort === undefined ? [] : fields[sort]).map(({ order, label }) => {
      const sorted = { sort: sort ?? '', order }
      return { value: sortValue(sorted), label: name + label, sorted }
    }),
  )
  return [{ value: sortValue(UNSORTED), label: '默认', sorted: UNSORTED }, ...choices]
}

/** The value a choice has in a list. */
export function sortValue({ sort, order }: TableSort): string {
  return [sort, order].filter(Boolean).join('.')
}
