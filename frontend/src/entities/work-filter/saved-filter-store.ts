import { codePoints } from '@/shared/lib/format.ts'
import { parseStored, persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'
import { choicesIn, choicesText, type FilterChoices } from './choices.ts'

/** How many filters can be saved, and how long a name may be, in code points. */
export const SAVED_MAX = 20
export const SAVED_NAME_MAX = 20

/** A filter with a name. */
export interface SavedFilter {
  name: string
  /** As in an address. */
  query: string
}

const store = persistedStore<SavedFilter[]>({
  key: 'yingku.filters',
  parse,
  format: (filters) => (filters.length === 0 ? null : JSON.stringify(filters)),
})

function parse(text: string | null): SavedFilter[] {
  const saved = parseStored(text)
  const filters = (Array.isArray(saved) ? saved : []).flatMap((one: Partial<SavedFilter> | null): SavedFilter[] => {
    if (typeof one?.name !== 'string' || typeof one.query !== 'string' || !isFilterName(one.name)) return []
    return [{ name: one.name, query: choicesText(choicesOf(one.query)) }]
  })
  return filters.filter(({ name }, at) => filters.findIndex((other) => other.name === name) === at).slice(0, SAVED_MAX)
}

function choicesOf(query: string): FilterChoices {
  return choicesIn(new URLSearchParams(query))
}

/** Whether a filter can have this name. */
export function isFilterName(name: string): boolean {
  const length = codePoints(name)
  return length >= 1 && length <= SAVED_NAME_MAX
}

/** Saves a filter; one of the same name is replaced. */
export function saveFilter(name: string, choices: FilterChoices): void {
  const others = store.read().filter((one) => one.name !== name)
  store.set([{ name, query: choicesText(choices) }, ...others].slice(0, SAVED_MAX))
}

/** Gives a saved filter another name; one that has it already is replaced. */
export function renameFilter(name: string, next: string): void {
  const filters = store.read().filter((one) => one.name === name || one.name !== next)
  store.set(filters.map((one) => (one.name === name ? { ...one, name: next } : one)))
}

export function deleteFilter(name: string): void {
  store.set(store.read().filter((one) => one.name !== name))
}

/** The saved filters of this device, newest first. */
export function useSavedFilters(): readonly SavedFilter[] {
  return useStore(store)
}

/** What a saved filter chooses. */
export function savedChoices(filter: SavedFilter): FilterChoices {
  return choicesOf(filter.query)
}
