import { readJson, writeText } from '@/shared/lib/storage.ts'

const KEY = 'yingku.positions'
/** Number of films to remember, most recently watched first. */
const KEPT = 50
/** Positions below this many seconds are not saved. */
const BEGUN = 5
/** A film counts as watched this close to its end: a twentieth, at least this many seconds. */
const END_MIN = 10
const END_PART = 0.05

/** Position and time of saving, by work. */
type Positions = Record<string, [seconds: number, savedAt: number]>

/** Where to resume a film of `duration` seconds left at `position`; 0 near its start or end. */
export function resumeAt(position: number, duration: number): number {
  const end = duration - Math.max(END_MIN, duration * END_PART)
  return position >= BEGUN && position < end ? position : 0
}

function read(): Positions {
  const saved = readJson('local', KEY)
  if (typeof saved !== 'object' || saved === null || Array.isArray(saved)) return {}
  const entries = Object.entries(saved as Record<string, unknown>).filter(
    ([, place]) => Array.isArray(place) && place.length === 2 && place.every(Number.isFinite),
  )
  return Object.fromEntries(entries) as Positions
}

/** The saved position of a film in seconds; 0 for the start. */
export function leftAt(workId: string): number {
  return read()[workId]?.[0] ?? 0
}

/**
 * Saves the position of a film on this device.
 *
 * @param now milliseconds since the epoch
 */
export function savePosition(workId: string, position: number, duration: number, now: number = Date.now()): void {
  const { [workId]: _, ...others } = read()
  const seconds = Math.floor(resumeAt(position, duration))
  const latest = Object.entries(others)
    .sort(([, one], [, other]) => other[1] - one[1])
    .slice(0, KEPT - 1)
  const mine: [string, [number, number]][] = seconds > 0 ? [[workId, [seconds, now]]] : []
  writeText('local', KEY, JSON.stringify(Object.fromEntries([...mine, ...latest])))
}
