import { useSyncExternalStore } from 'react'
import { isPageHeld } from '../feedback/held-page.ts'
import { readText, removeItem, writeText } from '../lib/storage.ts'
import { deviceStore } from '../state/persisted-store.ts'

const ACCESS_TOKEN = 'accessToken'
const REFRESH_TOKEN = 'refreshToken'
/** Identifies this login, so that one user never sees another's data; a refresh keeps it. */
const LOGIN = 'login'
const KEYS = [ACCESS_TOKEN, REFRESH_TOKEN, LOGIN]

/** The access token for a member's calls, and the token that renews it. */
export interface Tokens {
  accessToken: string
  refreshToken: string
}

interface Session {
  login: string
  /** None after the session has ended, while the page waits for another one of the same member. */
  tokens: Tokens | null
}

/** The login that this window shows. */
let shown: string | null = null

const store = deviceStore<Session | null>({ keys: KEYS, read, write })

/** A session that ended leaves its login behind, logging out does not: so a page can tell that it may go on later (R16.11). */
function read(): Session | null {
  const accessToken = readText('local', ACCESS_TOKEN)
  const login = readText('local', LOGIN)
  if (accessToken === null) {
    if (login === null || login !== shown || !isPageHeld()) shown = null
    return shown === null ? null : { login: shown, tokens: null }
  }
  shown = login ?? ''
  return { login: shown, tokens: { accessToken, refreshToken: readText('local', REFRESH_TOKEN) ?? '' } }
}

// Other windows take the access token as the sign of a session: it appears last and goes first.
function write(session: Session | null): void {
  shown = session?.login ?? null
  if (!session?.tokens) {
    for (const key of KEYS) removeItem('local', key)
    return
  }
  writeText('local', LOGIN, session.login)
  writeText('local', REFRESH_TOKEN, session.tokens.refreshToken)
  writeText('local', ACCESS_TOKEN, session.tokens.accessToken)
}

/** The access token, `null` for visitors and after the end of a session. */
export function accessToken(): string | null {
  return store.get()?.tokens?.accessToken ?? null
}

/** The refresh token; `null` when there is none. */
export function refreshToken(): string | null {
  return store.get()?.tokens?.refreshToken || null
}

/** Whether the device stores a session that has not ended (R1.3). */
export function hasStoredUser(): boolean {
  return accessToken() !== null
}

/** {@link hasStoredUser}, for what is drawn. */
export function useStoredUser(): boolean {
  return useSyncExternalStore(store.subscribe, hasStoredUser)
}

/** Starts the session after a login. */
export function startSession({ accessToken, refreshToken }: Tokens): void {
  store.set({ tokens: { accessToken, refreshToken }, login: String(Date.now()) })
}

/** Continues the session with the tokens of a refresh, or of the same member's next login. */
export function renewTokens({ accessToken, refreshToken }: Tokens): void {
  store.set({ tokens: { accessToken, refreshToken }, login: store.get()?.login ?? '' })
}

/** Takes over tokens that another window may have stored. */
export function readTokensAgain(): void {
  store.reload()
}

/** Logs this device out: nothing of the session is left. */
export function clearTokens(): void {
  // Before anybody is told, who may ask whether it was a logout.
  write(null)
  store.set(null)
}

/** Forgets the tokens of a session that the server has ended (R16.9). A page with unsaved input stays as it is (R16.11). */
export function endSession(): void {
  for (const key of [ACCESS_TOKEN, REFRESH_TOKEN]) removeItem('local', key)
  store.reload()
}

/** Waits no longer for a login after the end of the session: the page is a visitor's. */
export function giveUpSession(): void {
  if (accessToken() !== null) return
  shown = null
  store.reload()
}

/** Whether the device was logged out, rather than that its session ended. */
export function wasLoggedOut(): boolean {
  return readText('local', LOGIN) === null
}

/** Id of this login, `null` for visitors. It outlives the session while the page waits for another one. */
export function currentLogin(): string | null {
  return store.get()?.login ?? null
}

/** Whether somebody is logged in, as far as this device knows. */
export function isSignedIn(): boolean {
  return currentLogin() !== null
}

/** [[isSignedIn]], for what is drawn. */
export function useSignedIn(): boolean {
  return useSyncExternalStore(store.subscribe, isSignedIn)
}

/** Calls the listener on login and logout in any window; returns an unsubscribe function. */
export function onLoginChange(listener: () => void): () => void {
  let known = currentLogin()
  return store.subscribe(() => {
    if (currentLogin() === known) return
    known = currentLogin()
    listener()
  })
}
