/** Sort orders of the API. */
export type SortOrder = 'asc' | 'desc'

/** Sort parameters of a list; both empty for its default order. */
export interface TableSort<Field extends string = string> {
  sort: Field | ''
  order: SortOrder | ''
}

/** The default order. */
export const UNSORTED = { sort: '', order: '' } as const satisfies TableSort<never>

/** A sort direction of a field. */
interface SortDirection {
  /** The order to request. */
  order: SortOrder
  /** How the column's values run from top to bottom. */
  shown: 'ascending' | 'descending'
  /** Appended to the column's name. */
  label: string
  /** What the API takes without an order, if that is not descending. */
  isDefault?: boolean
}

/** Sortable fields, each with its directions in click order. */
export type SortFields<Field extends string = string> = Readonly<Record<Field, readonly SortDirection[]>>

export interface Sortable<Field extends string> {
  name: string
  sort?: Field
}

const FALLING: SortDirection = { order: 'desc', shown: 'descending', label: '从高到低' }

/** Names, alphabetically first. */
export const NAMES: readonly SortDirection[] = [
  { order: 'asc', shown: 'ascending', label: '从A到Z' },
  { order: 'desc', shown: 'descending', label: '从Z到A' },
]
/** Figures, greatest first. */
export const FIGURES: readonly SortDirection[] = [FALLING, { order: 'asc', shown: 'ascending', label: '从低到高' }]
/** Figures, least first. */
export const LEAST: readonly SortDirection[] = [
  { order: 'asc', shown: 'ascending', label: '从低到高', isDefault: true },
  FALLING,
]
/** Times, latest first. */
export const TIMES: readonly SortDirection[] = [
  { order: 'desc', shown: 'descending', label: '从晚到早' },
  { order: 'asc', shown: 'ascending', label: '从早到晚' },
]
/** Waiting times, longest first. The API sorts by the start of waiting. */
export const WAITS: readonly SortDirection[] = [
  { order: 'asc', shown: 'descending', label: '从长到短' },
  { order: 'desc', shown: 'ascending', label: '从短到长' },
]

/** The sorting in a URL, if the list supports it. */
export function sortIn<Field extends string>(params: URLSearchParams, fields: SortFields<Field>): TableSort<Field> {
  const field = (Object.keys(fields) as Field[]).find((known) => known === params.get('sort'))
  if (field === undefined) return UNSORTED
  const ways = fields[field]
  const asked = ways.find(({ order }) => order === params.get('order')) ?? ways.find(({ isDefault }) => isDefault)
  return { sort: field, order: asked?.order ?? 'desc' }
}

/** The direction in which a field sorts the table now, if any. */
export function directionOf<Field extends string>(
  fields: SortFields<Field>,
  field: Field,
  { sort, order }: TableSort,
): SortDirection | undefined {
  return field === sort ? fields[field].find((direction) => direction.order === order) : undefined
}

/** The next sorting on a click: each direction in turn, then the default. */
export function nextSort<Field extends string>(
  fields: SortFields<Field>,
  field: Field,
  current: TableSort,
): TableSort<Field> {
  const direction = directionOf(fields, field, current)
  const next = fields[field][direction ? fields[field].indexOf(direction) + 1 : 0]
  return next ? { sort: field, order: next.order } : UNSORTED
}

/** An option of the sort select. */
export interface SortChoice {
  value: string
  label: string
  sorted: TableSort
}

/** All sort options, the default first. */
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

/** The `value` of an option. */
export function sortValue({ sort, order }: TableSort): string {
  return [sort, order].filter(Boolean).join('.')
}
