import { useSyncExternalStore } from 'react'
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

interface Session extends Tokens {
  login: string
}

const store = deviceStore<Session | null>({ keys: KEYS, read, write })

function read(): Session | null {
  const accessToken = readText('local', ACCESS_TOKEN)
  if (accessToken === null) return null
  return { accessToken, refreshToken: readText('local', REFRESH_TOKEN) ?? '', login: readText('local', LOGIN) ?? '' }
}

// Other windows take the access token as the sign of a session: it appears last and goes first.
function write(session: Session | null): void {
  if (session === null) {
    for (const key of KEYS) removeItem('local', key)
    return
  }
  writeText('local', LOGIN, session.login)
  writeText('local', REFRESH_TOKEN, session.refreshToken)
  writeText('local', ACCESS_TOKEN, session.accessToken)
}

/** The access token, `null` for visitors. */
export function accessToken(): string | null {
  return store.get()?.accessToken ?? null
}

/** The refresh token; `null` when there is none. */
export function refreshToken(): string | null {
  return store.get()?.refreshToken || null
}

/** Whether the device stores a session (R1.3). */
export function hasStoredUser(): boolean {
  return store.get() !== null
}

/** Starts the session after a login. */
export function startSession({ accessToken, refreshToken }: Tokens): void {
  store.set({ accessToken, refreshToken, login: String(Date.now()) })
}

/** Continues the session with the tokens of a refresh. */
export function renewTokens({ accessToken, refreshToken }: Tokens): void {
  store.set({ accessToken, refreshToken, login: store.get()?.login ?? '' })
}

/** Takes over tokens that another window may have stored. */
export function readTokensAgain(): void {
  store.reload()
}

/** Removes both tokens (R16.9). */
export function clearTokens(): void {
  store.set(null)
}

/** Id of this login, `null` for visitors. */
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
