import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { preferences, usePreferences } from '@/shared/lib/preferences.ts'
import { parseStored, persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'

/** How many searches are kept on the device. */
const RECENT_MAX = 10

const NONE: readonly string[] = []

const store = persistedStore<string[]>({
  key: 'yingku.searches',
  parse,
  format: (words) => (words.length === 0 ? null : JSON.stringify(words)),
})

function isKeyword(word: unknown): word is string {
  return typeof word === 'string' && word.trim() !== '' && codePoints(word) <= KEYWORD_MAX
}

function parse(text: string | null): string[] {
  const saved = parseStored(text)
  if (!Array.isArray(saved)) return []
  const words = saved.filter(isKeyword)
  return [...new Set(words)].slice(0, RECENT_MAX)
}

/** Remembers a search, newest first, unless the visitor prefers not to leave traces. */
export function recordSearch(keyword: string): void {
  const { discreet, recordSearches } = preferences()
  if (discreet || !recordSearches) return
  store.set([keyword, ...store.read().filter((word) => word !== keyword)].slice(0, RECENT_MAX))
}

export function forgetSearch(keyword: string): void {
  store.set(store.read().filter((word) => word !== keyword))
}

export function clearSearches(): void {
  store.set([])
}

/** Recent searches of this device, newest first; none in discreet mode. */
export function useRecentSearches(): readonly string[] {
  const { discreet, recordSearches } = usePreferences()
  const words = useStore(store)
  return discreet || !recordSearches ? NONE : words
}
