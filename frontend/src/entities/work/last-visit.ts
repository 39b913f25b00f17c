import { inlinedConfig } from '@/shared/api/app-config.ts'
import { serverNow } from '@/shared/api/clock.ts'
import { parseStored, persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'

/** After so many seconds without the site a new visit begins: 4 hours (R2.34). */
const VISIT_GAP = 4 * 60 * 60

/** When this device was here last, and when the visit before this one ended; seconds. */
interface Visits {
  seen: number
  before: number | null
}

const store = persistedStore<Visits | null>({
  key: 'yingku.visits',
  parse,
  format: (visits) => visits && JSON.stringify(visits),
})

function parse(text: string | null): Visits | null {
  const saved = parseStored(text) as Partial<Visits> | null
  if (!isTime(saved?.seen)) return null
  return { seen: saved.seen, before: isTime(saved.before) ? saved.before : null }
}

function isTime(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) > 0
}

/** The visits of a device that is here now. */
export function visitsAt(now: number, visits: Visits | null): Visits {
  if (visits === null) return { seen: now, before: null }
  const isNew = now - visits.seen >= VISIT_GAP
  return { seen: now, before: isNew ? visits.seen : visits.before }
}

/** Writes down that the device is here. */
export function recordVisit(): void {
  // Corrects the clock; a visit is written down before anything else asks for it.
  inlinedConfig()
  store.set(visitsAt(Math.floor(serverNow() / 1000), store.read()))
}

/** When the visit before this one ended, in seconds; `null` on a first visit. */
export function useLastVisit(): number | null {
  return useStore(store)?.before ?? null
}
