import { inlinedConfig } from '@/shared/api/app-config.ts'
import { currentLogin } from '@/shared/api/session.ts'
import { COPIES_OF_MEMBER, COPIES_OF_VISITOR } from '@/shared/config/constants.ts'
import { readCookie, writeCookie } from '@/shared/lib/cookies.ts'
import { createStore, useStore } from '@/shared/state/store.ts'

const COOKIE = 'copyCount'
const VALUE = /^(\d{1,6})\.(\d{1,6})\.(\w*)$/
const DAY_MS = 24 * 60 * 60 * 1000
/** Shanghai is UTC+8 all year. */
const SHANGHAI_MS = 8 * 60 * 60 * 1000

// A cookie, not a persistedStore: the browser deletes it at the end of the day, so every read must ask the browser.
const changes = createStore(0)

/** The end of the day at `now` in Shanghai, where the server's days end; both in milliseconds since the epoch. */
export function endOfDay(now: number): number {
  const day = Math.floor((now + SHANGHAI_MS) / DAY_MS)
  return (day + 1) * DAY_MS - SHANGHAI_MS
}

/**
 * Stores the server's count of today's copies in a cookie until the day ends (R5.9). It is bound to the current user.
 */
export function saveCopyCount(used: number, remaining: number, now: number = Date.now()): void {
  const until = new Date(endOfDay(now)).toUTCString()
  writeCookie(COOKIE, `${used}.${remaining}.${currentLogin() ?? ''}`, `expires=${until}; path=/; SameSite=Lax`)
  changes.set(changes.get() + 1)
}

/** Copies per day for the current user without VIP. */
export function copiesADay(): number {
  const config = inlinedConfig()
  return currentLogin() === null
    ? (config?.visitorCopies ?? COPIES_OF_VISITOR)
    : (config?.memberCopies ?? COPIES_OF_MEMBER)
}

/**
 * Remaining copies of the current user today; `null` while unknown, e.g. after cookies were deleted. The server is
 * authoritative.
 */
export function copiesLeft(): number | null {
  const [, , remaining, owner] = VALUE.exec(readCookie(COOKIE) ?? '') ?? []
  return remaining !== undefined && owner === (currentLogin() ?? '') ? Number(remaining) : null
}

/** {@link copiesLeft} as a hook. */
export function useCopiesLeft(): number | null {
  useStore(changes)
  return copiesLeft()
}
