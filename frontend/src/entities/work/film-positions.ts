import { BEGUN_MAX, POSITIONS_MAX } from '@/shared/config/constants.ts'
import { preferences, usePreferences } from '@/shared/lib/preferences.ts'
import { parseStored, persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'
import { type StoredWork, storedWork } from './stored-work.ts'

/** Positions below this many seconds are not saved. */
const BEGUN = 5
/** A film counts as watched this close to its end: a twentieth, at least this many seconds. */
const END_MIN = 10
const END_PART = 0.05

/** Where a film was left, in seconds. */
export interface FilmPosition {
  seconds: number
  duration: number
}

interface Left extends FilmPosition {
  id: string
  /** Milliseconds since the epoch. */
  savedAt: number
  /** What its card shows; none for a film that was watched in discreet mode alone. */
  work: StoredWork | null
}

/** A film that was begun. */
export interface BegunFilm extends FilmPosition {
  work: StoredWork
}

const store = persistedStore<readonly Left[]>({ key: 'yingku.positions', parse, format })

/** By work: seconds, when it was saved, duration, and the work. */
function parse(text: string | null): Left[] {
  const saved = parseStored(text)
  if (typeof saved !== 'object' || saved === null) return []
  const films = Object.entries(saved).flatMap(([id, kept]: [string, unknown]): Left[] => {
    const [seconds, savedAt, duration = 0, work] = Array.isArray(kept) ? kept : []
    if (![seconds, savedAt, duration].every(Number.isFinite)) return []
    return [{ id, seconds, savedAt, duration, work: storedWork(work) }]
  })
  return films.sort((one, other) => other.savedAt - one.savedAt).slice(0, POSITIONS_MAX)
}

function format(films: readonly Left[]): string | null {
  if (films.length === 0) return null
  const entries = films.map(({ id, seconds, savedAt, duration, work }) => [id, [seconds, savedAt, duration, work]])
  return JSON.stringify(Object.fromEntries(entries))
}

/** Where to resume a film of `duration` seconds left at `position`; 0 near its start or end. */
export function resumeAt(position: number, duration: number): number {
  const end = duration - Math.max(END_MIN, duration * END_PART)
  return position >= BEGUN && position < end ? position : 0
}

/** The saved position of a film in seconds; 0 for the start. */
export function leftAt(workId: string): number {
  return secondsOf(store.read(), workId)
}

/** The same, as it changes. */
export function useLeftAt(workId: string): number {
  return secondsOf(useStore(store), workId)
}

function secondsOf(films: readonly Left[], workId: string): number {
  return films.find(({ id }) => id === workId)?.seconds ?? 0
}

/**
 * Saves the position of a film on this device (R4.5). In discreet mode no work is added to those of `useBegunFilms`.
 *
 * @param now milliseconds since the epoch
 */
export function savePosition(work: StoredWork, position: number, duration: number, now: number = Date.now()): void {
  const films = store.read()
  const others = films.filter(({ id }) => id !== work.id)
  const seconds = Math.floor(resumeAt(position, duration))
  if (seconds === 0) {
    store.set(others)
    return
  }
  const known = films.find(({ id }) => id === work.id)?.work ?? null
  const card = preferences().discreet ? known : cardOf(work)
  const mine = { id: work.id, seconds, duration: Math.round(duration), savedAt: now, work: card }
  store.set([mine, ...others].slice(0, POSITIONS_MAX))
}

/** A work without the lists that its card does not show. */
function cardOf(work: StoredWork): StoredWork {
  return { ...work, mp4: '', imageSmall: '', imageBig: '', match: undefined }
}

export function forgetFilm(workId: string): void {
  store.set(store.read().filter(({ id }) => id !== workId))
}

export function forgetFilms(): void {
  store.set([])
}

/** Films that were begun and not finished on this device, watched last first; none in discreet mode (R9.17). */
export function useBegunFilms(): BegunFilm[] {
  const films = useStore(store)
  const { discreet } = usePreferences()
  if (discreet) return []
  return films.flatMap(({ work, ...at }) => (work ? [{ ...at, work }] : [])).slice(0, BEGUN_MAX)
}
