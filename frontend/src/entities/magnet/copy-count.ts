import { currentLogin } from '@/shared/api/session.ts'
import { COPIES_OF_MEMBER, COPIES_OF_VISITOR } from '@/shared/config/constants.ts'
import { createStore, useStore } from '@/shared/state/store.ts'

const COOKIE = 'copyCount'
const VALUE = new RegExp(`(?:^|; )${COOKIE}=(\\d{1,6})\\.(\\d{1,6})\\.(\\w*)(?:;|$)`)
const DAY_MS = 24 * 60 * 60 * 1000
/** Shanghai is eight hours before the world's clock all year. */
const SHANGHAI_MS = 8 * 60 * 60 * 1000

// A cookie, not a persistedStore: the browser deletes it at the end of the day, so every read must ask the browser.
const changes = createStore(0)

/** The end of the day at `now` in Shanghai, where the server's days end; both in milliseconds since the epoch. */
export function endOfDay(now: number): number {
  const day = Math.floor((now + SHANGHAI_MS) / DAY_MS)
  return (day + 1) * DAY_MS - SHANGHAI_MS
}

/**
 * Keeps the server's count of links copied today and left today in a cookie, until the day ends (R5.9). The count
 * belongs to whoever is logged in now, and to nobody else.
 */
export function saveCopyCount(used: number, remaining: number, now: number = Date.now()): void {
  const until = new Date(endOfDay(now)).toUTCString()
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${COOKIE}=${used}.${remaining}.${currentLogin() ?? ''}; expires=${until}; path=/; SameSite=Lax`
  changes.set(changes.get() + 1)
}

/** Links whoever is here may copy in a day, without VIP. */
export function copiesADay(): number {
  return currentLogin() === null ? COPIES_OF_VISITOR : COPIES_OF_MEMBER
}

/**
 * Links whoever is here may still copy today, as the cookie says; `null` before the server has told, as after cookies
 * were thrown away. The server counts.
 */
export function copiesLeft(): number | null {
  const [, , remaining, owner] = VALUE.exec(document.cookie) ?? []
  return remaining !== undefined && owner === (currentLogin() ?? '') ? Number(remaining) : null
}

/** {@link copiesLeft}, followed as it changes. */
export function useCopiesLeft(): number | null {
  useStore(changes)
  return copiesLeft()
}
