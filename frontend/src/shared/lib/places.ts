import { readJson, writeText } from './storage.ts'

const KEY = 'yingku.places'
/** Maximum number of history entries; the least recently seen is dropped. */
const MAX_ENTRIES = 40
/** Maximum number of list pages to restore. */
const MAX_PAGES = 20

/** State of a history entry. */
interface Place {
  /** Scroll offset of the page. */
  y: number
  /** Scroll offsets of its columns, by name. */
  columns: Record<string, number>
  /** Loaded pages, by kind of list: which list, and how many. */
  pages: Record<string, { of: string; count: number }>
}

/** Current places, least recently seen first. */
let kept = new Map<string, Place>()
/** Places of the previous document; each is removed when it is used. */
let left = new Map<string, Place>()

/** Loads the places of the previous document: a reload or a discarded tab. */
export function openPlaces(): void {
  kept = read()
  left = read()
}

/** Writes the places whenever the page may be about to go; returns an unsubscribe function. */
export function keepPlaces(): () => void {
  const onVisibility = () => document.visibilityState === 'hidden' && write()
  window.addEventListener('pagehide', write)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    window.removeEventListener('pagehide', write)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Identifies a history entry: its key survives a reload; the first entry has none. */
export function entryOf({ key, pathname, search }: { key: string; pathname: string; search: string }): string {
  return `${key} ${pathname}${search}`
}

export function saveOffset(entry: string, y: number): void {
  placeOf(entry).y = y
}

export function saveColumn(entry: string, column: string, y: number): void {
  placeOf(entry).columns[column] = y
}

export function savePages(entry: string, kind: string, of: string, count: number): void {
  placeOf(entry).pages[kind] = { of, count }
}

/** The saved offset of an entry, once. */
export function takeOffset(entry: string): number {
  const y = left.get(entry)?.y ?? 0
  const place = left.get(entry)
  if (place) place.y = 0
  return y
}

/** The saved offset of a column, once. */
export function takeColumn(entry: string, column: string): number | undefined {
  const columns = left.get(entry)?.columns
  const y = columns?.[column]
  if (columns) delete columns[column]
  return y
}

/** The saved number of pages of a list, once. */
export function takePages(entry: string, kind: string, of: string): number {
  const pages = left.get(entry)?.pages
  const known = pages?.[kind]
  if (pages) delete pages[kind]
  return known?.of === of ? Math.min(known.count, MAX_PAGES) : 1
}

function placeOf(entry: string): Place {
  const place = kept.get(entry) ?? { y: 0, columns: {}, pages: {} }
  kept.delete(entry)
  kept.set(entry, place)
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_ENTRIES) break
    kept.delete(oldest)
  }
  return place
}

function write(): void {
  writeText('session', KEY, JSON.stringify([...kept]))
}

/** Stored data may be anything; keeps only well-formed entries. */
function read(): Map<string, Place> {
  const saved = readJson('session', KEY)
  const entries = Array.isArray(saved) ? saved.slice(-MAX_ENTRIES) : []
  return new Map(
    entries.flatMap((entry: unknown): [string, Place][] => {
      const [name, place] = Array.isArray(entry) ? entry : []
      return typeof name === 'string' && isRecord(place) ? [[name, placeFrom(place)]] : []
    }),
  )
}

function placeFrom({ y, columns, pages }: Record<string, unknown>): Place {
  const counts = Object.entries(isRecord(pages) ? pages : {}).flatMap(
    ([kind, known]): [string, { of: string; count: number }][] =>
      isRecord(known) && typeof known.of === 'string' ? [[kind, { of: known.of, count: whole(known.count) }]] : [],
  )
  const offsets = Object.entries(isRecord(columns) ? columns : {}).map(([name, value]) => [name, whole(value)])
  return { y: whole(y), columns: Object.fromEntries(offsets), pages: Object.fromEntries(counts) }
}

function whole(value: unknown): number {
  return typeof value === 'number' && value > 0 && value < 1e7 ? Math.round(value) : 0
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
