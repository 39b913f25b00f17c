import type { Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPut } from '@/shared/api/http.ts'
import { FILTER_NAME_MAX, FILTER_QUERY_MAX, SAVED_FILTERS_MAX } from '@/shared/config/constants.ts'
import { isVisibleName } from '@/shared/lib/visible-name.ts'
import { accountList } from '@/shared/state/account-list.ts'
import { choicesIn, choicesText, type FilterChoices } from './choices.ts'

/** A filter with a name; its query is as in an address. */
export type SavedFilter = Schemas['SavedFilter']

const list = accountList<SavedFilter>({
  key: 'yingku.filters',
  name: 'filters',
  most: SAVED_FILTERS_MAX,
  full: `筛选最多保存${SAVED_FILTERS_MAX}个`,
  isSame: (one, other) => one.name === other.name,
  parse,
  load: async (options) => (await apiGet('/v2/user/filters', options)).data,
  save: async (filters) =>
    (await apiPut('/v2/user/filters', { body: { filters: [...filters] }, repeatable: true })).data,
  join: joinFilters,
})

function parse(saved: readonly unknown[]): SavedFilter[] {
  const filters = (saved as readonly (Partial<SavedFilter> | null)[]).flatMap((one): SavedFilter[] => {
    if (typeof one?.name !== 'string' || typeof one.query !== 'string' || !isFilterName(one.name)) return []
    const query = choicesText(choicesOf(one.query))
    return isFilterQuery(query) ? [{ name: one.name.trim(), query }] : []
  })
  const isFirst = ({ name }: SavedFilter, at: number) => filters.findIndex((other) => other.name === name) === at
  return filters.filter(isFirst)
}

function choicesOf(query: string): FilterChoices {
  return choicesIn(new URLSearchParams(query))
}

/** Whether a filter can have this name. */
export function isFilterName(name: string): boolean {
  return isVisibleName(name, FILTER_NAME_MAX)
}

/** Whether a query can be saved: it chooses something, and not too much. */
export function isFilterQuery(query: string): boolean {
  return query !== '' && query.length <= FILTER_QUERY_MAX
}

/**
 * The account's filters and behind them those that the device alone has, as many as fit. Of two different ones with one
 * name the device's gets a number.
 */
export function joinFilters(own: readonly SavedFilter[], account: readonly SavedFilter[]): readonly SavedFilter[] {
  const all = [...account]
  for (const { name, query } of own) {
    const isKnown = all.some((one) => one.query === query)
    if (!isKnown && all.length < SAVED_FILTERS_MAX) all.push({ name: freeName(name, all), query })
  }
  return all.length === account.length ? account : all
}

function freeName(name: string, taken: readonly SavedFilter[]): string {
  let free = name
  for (let number = 2; taken.some((one) => one.name === free); number++) {
    const end = ` ${number}`
    free =
      Array.from(name)
        .slice(0, FILTER_NAME_MAX - end.length)
        .join('')
        .trimEnd() + end
  }
  return free
}

/** Forgets the saved filters of the device, once nobody is logged in. */
export const forgetSavedFilters = list.forget

/** Brings the saved filters of the device and the account together after a login (R9.16). */
export const syncSavedFilters = list.sync

/** Saves a filter. Another one may have got its name on another device: it gets a number then. */
export async function saveFilter(name: string, choices: FilterChoices): Promise<void> {
  const filter = { name, query: choicesText(choices) }
  await list.add(filter, (filters) => {
    const others = filters.filter(({ query }) => query !== filter.query)
    return { ...filter, name: freeName(name, others) }
  })
}

/** Saves a filter in place of the one of the same name. */
export async function replaceFilter(name: string, choices: FilterChoices): Promise<void> {
  await list.add({ name, query: choicesText(choices) })
}

/** Gives a saved filter another name, with a number if it is taken. One that is gone leaves all as it is. */
export function renameFilter(name: string, next: string): void {
  void list.change((filters) => {
    const others = filters.filter((one) => one.name !== name)
    if (others.length === filters.length) return filters
    const free = freeName(next, others)
    return filters.map((one) => (one.name === name ? { ...one, name: free } : one))
  })
}

export function deleteFilter(name: string): void {
  void list.change((filters) => filters.filter((one) => one.name !== name))
}

/** The saved filters, newest first. */
export const useSavedFilters = list.use

/** What a saved filter chooses. */
export function savedChoices(filter: SavedFilter): FilterChoices {
  return choicesOf(filter.query)
}
