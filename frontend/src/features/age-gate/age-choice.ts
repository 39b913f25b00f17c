import { useEffect } from 'react'
import { AGE_CHOICE_MS } from '@/shared/config/constants.ts'
import { readCookie, writeCookie } from '@/shared/lib/cookies.ts'
import { forgetSeen } from '@/shared/lib/seen-answers.ts'
import { isBlocked, readText } from '@/shared/lib/storage.ts'
import { persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'

const KEY = 'yingku.ageConfirmedAt'

/** `asking` until answered; `left` after leaving while the page is still open. */
export type AgeState = 'asking' | 'confirmed' | 'left'

/** The cookie by which the server knows the choice: it sends the catalogue along with the page. */
const COOKIE = 'age'

function remembered(text: string | null): AgeState {
  // Where nothing can be stored, the cookie is all that a device remembers (public/theme.js goes by the same).
  if (text === null && isBlocked('local')) return hasCookie() ? 'confirmed' : 'asking'
  const age = Date.now() - Number(text ?? Number.NaN)
  return age >= 0 && age < AGE_CHOICE_MS ? 'confirmed' : 'asking'
}

const store = persistedStore<AgeState>({
  key: KEY,
  parse: remembered,
  format: (state) => (state === 'confirmed' ? String(Date.now()) : null),
  follows: (state) => state !== 'left',
})

/** The state now. */
export function ageState(): AgeState {
  return store.read()
}

export function useAgeState(): AgeState {
  return useStore(store)
}

function hasCookie(): boolean {
  return readCookie(COOKIE) === '1'
}

function secondsLeft(text: string): number {
  return Math.max(0, Math.round((Number(text) + AGE_CHOICE_MS - Date.now()) / 1000))
}

/** Keeps the cookie like the choice on this device, which may be older than the cookie, or withdrawn: then nothing seen stays. */
export function useAgeCookie(): void {
  const confirmed = useAgeState() === 'confirmed'
  useEffect(() => {
    if (!confirmed) void forgetSeen()
    const text = readText('local', KEY)
    // Known by the cookie, which ends when it was to end.
    if (confirmed && text === null) return
    const secure = window.location.protocol === 'https:' ? '; Secure' : ''
    const life = confirmed && text !== null ? secondsLeft(text) : 0
    writeCookie(COOKIE, '1', `Max-Age=${life}; path=/; SameSite=Lax${secure}`)
  }, [confirmed])
}

/** Confirms the age; stored for 30 days. */
export function confirmAge(): void {
  store.set('confirmed')
}

/** Asks again, now and on the next visit. */
export function askAgeAgain(): void {
  store.set('asking')
}

/** Shows the neutral page and asks again on return. */
export function leave(): void {
  store.set('left')
}
