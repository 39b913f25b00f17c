import { readJson, writeText } from './storage.ts'

const KEY = 'yingku.places'
/** How many entries of the history are remembered; the one longest unseen goes first. */
const MOST_ENTRIES = 40
/** Most pages of a list that are loaded anew at once. */
const MOST_PAGES = 20

/** Where one was in an entry of the history. */
interface Place {
  /** How far down the page was. */
  y: number
  /** How far down columns that scroll by themselves were, by name. */
  columns: Record<string, number>
  /** How many pages were loaded, by kind of list: of which list, and how many. */
  pages: Record<string, { of: string; count: number }>
}

/** As they are now, longest unseen first. */
let kept = new Map<string, Place>()
/** As the document before left them: what is taken up again is gone from here. */
let left = new Map<string, Place>()

/** Takes over what the document before kept, as a reload or a tab that was put away leaves it; answers the way to stop. */
export function openPlaces(): () => void {
  kept = read()
  left = structuredClone(kept)
  const onVisibility = () => document.visibilityState === 'hidden' && write()
  window.addEventListener('pagehide', write)
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    window.removeEventListener('pagehide', write)
    document.removeEventListener('visibilitychange', onVisibility)
  }
}

/** Name of an entry of the history: its key is the browser's and outlives a reload; the first one of all has none. */
export function entryOf({ key, pathname, search }: { key: string; pathname: string; search: string }): string {
  return `${key} ${pathname}${search}`
}

/** Notes how far down an entry is. */
export function saveOffset(entry: string, y: number): void {
  placeOf(entry).y = y
}

/** Notes how far down a column of an entry is. */
export function saveColumn(entry: string, column: string, y: number): void {
  placeOf(entry).columns[column] = y
}

/** Notes how many pages of a list are loaded. */
export function savePages(entry: string, kind: string, of: string, count: number): void {
  placeOf(entry).pages[kind] = { of, count }
}

/** How far down the document before left an entry; says so once. */
export function takeOffset(entry: string): number {
  const y = left.get(entry)?.y ?? 0
  const place = left.get(entry)
  if (place) place.y = 0
  return y
}

/** How far down the document before left a column; says so once. */
export function takeColumn(entry: string, column: string): number | undefined {
  const columns = left.get(entry)?.columns
  const y = columns?.[column]
  if (columns) delete columns[column]
  return y
}

/** How many pages of a list the document before had loaded; says so once. */
export function takePages(entry: string, kind: string, of: string): number {
  const pages = left.get(entry)?.pages
  const known = pages?.[kind]
  if (pages) delete pages[kind]
  return known?.of === of ? Math.min(known.count, MOST_PAGES) : 1
}

function placeOf(entry: string): Place {
  const place = kept.get(entry) ?? { y: 0, columns: {}, pages: {} }
  kept.delete(entry)
  kept.set(entry, place)
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_ENTRIES) break
    kept.delete(oldest)
  }
  return place
}

function write(): void {
  writeText('session', KEY, JSON.stringify([...kept]))
}

/** What is stored may be anything: only what has the right form counts. */
function read(): Map<string, Place> {
  const saved = readJson('session', KEY)
  const entries = Array.isArray(saved) ? saved.slice(-MOST_ENTRIES) : []
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
