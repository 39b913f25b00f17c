import { parseStored, persistedStore } from '../state/persisted-store.ts'
import { useStore } from '../state/store.ts'

/** Appearance on this device; public/theme.js reads the same key before the first paint. */
export interface Preferences {
  theme: 'dark' | 'light' | 'system'
  /** Covers are blurred until pressed, and the title is neutral. */
  discreet: boolean
  /** Searches are kept on this device. */
  recordSearches: boolean
}

/** Document title in discreet mode; the same as in public/theme.js. */
export const NEUTRAL_TITLE = '目录'

const KEY = 'yingku.preferences'
const store = persistedStore<Preferences>({ key: KEY, parse, format: (preferences) => JSON.stringify(preferences) })
store.subscribe(() => apply(store.get()))

function parse(text: string | null): Preferences {
  const saved = parseStored(text) as Partial<Preferences> | null
  const theme = saved?.theme === 'light' || saved?.theme === 'system' ? saved.theme : 'dark'
  return { theme, discreet: saved?.discreet === true, recordSearches: saved?.recordSearches !== false }
}

function apply(preferences: Preferences): void {
  const root = document.documentElement
  const light = matchMedia('(prefers-color-scheme: light)').matches
  const theme = preferences.theme === 'system' ? (light ? 'light' : 'dark') : preferences.theme
  root.dataset.theme = theme
  root.classList.toggle('discreet', preferences.discreet)
  const colour = theme === 'light' ? '#f6f7f9' : '#0e1014'
  setMeta('theme-color', colour)
  setMeta('color-scheme', theme)
}

function setMeta(name: string, content: string): void {
  document.querySelector(`meta[name="${name}"]`)?.setAttribute('content', content)
}

/** The preferences, outside of React. */
export function preferences(): Preferences {
  return store.get()
}

export function usePreferences(): Preferences {
  return useStore(store)
}

/** Changes and stores preferences, and applies them at once. */
export function setPreferences(change: Partial<Preferences>): void {
  store.set({ ...store.get(), ...change })
}

/** Follows the system's colour scheme while the theme is `system`; returns an unsubscribe function. */
export function followSystemTheme(): () => void {
  const query = matchMedia('(prefers-color-scheme: light)')
  const update = () => apply(store.get())
  query.addEventListener('change', update)
  return () => query.removeEventListener('change', update)
}
