import { readText, removeItem, writeText } from '../lib/storage.ts'
import { createStore, useStore } from '../state/store.ts'

const ACCESS_TOKEN = 'accessToken'
const REFRESH_TOKEN = 'refreshToken'
/** Names this login, so that another user's data is never taken for one's own; a refresh does not change it. */
const LOGIN = 'login'
const KEYS = [ACCESS_TOKEN, REFRESH_TOKEN, LOGIN]

/** What a member's calls carry, and what brings the next pair. */
export interface Tokens {
  accessToken: string
  refreshToken: string
}

interface Session extends Tokens {
  login: string
}

let session = read()
const login = createStore(session?.login ?? null)

function read(): Session | null {
  const accessToken = readText('local', ACCESS_TOKEN)
  if (accessToken === null) return null
  const refreshToken = readText('local', REFRESH_TOKEN) ?? ''
  return { accessToken, refreshToken, login: readText('local', LOGIN) ?? '' }
}

function setSession(next: Session | null): void {
  session = next
  const name = next?.login ?? null
  if (name !== login.get()) login.set(name)
}

function store(next: Session): void {
  setSession(next)
  writeText('local', LOGIN, next.login)
  writeText('local', REFRESH_TOKEN, next.refreshToken)
  writeText('local', ACCESS_TOKEN, next.accessToken)
}

/** The access token, `null` for visitors. */
export function accessToken(): string | null {
  return session?.accessToken ?? null
}

/** The refresh token; `null` when there is none. */
export function refreshToken(): string | null {
  return session?.refreshToken || null
}

/** Whether the device stores a session (R1.3). */
export function hasStoredUser(): boolean {
  return session !== null
}

/** Begins the session that a login opened. */
export function startSession({ accessToken, refreshToken }: Tokens): void {
  store({ accessToken, refreshToken, login: String(Date.now()) })
}

/** Goes on with the pair that a refresh brought. */
export function renewTokens({ accessToken, refreshToken }: Tokens): void {
  store({ accessToken, refreshToken, login: session?.login ?? '' })
}

/** Takes over what another window may have stored since. */
export function readTokensAgain(): void {
  setSession(read())
}

/** Forgets both tokens (R16.9). */
export function clearTokens(): void {
  for (const key of KEYS) removeItem('local', key)
  setSession(null)
}

/** Name of this login, `null` for visitors: what is kept about one member is not shown to the next. */
export function currentLogin(): string | null {
  return login.get()
}

/** Whether somebody is logged in, as far as the device knows. */
export function useSignedIn(): boolean {
  return useStore(login) !== null
}

/** Tells when somebody logs in or out, in this window or another; answers the way to stop. */
export function onLoginChange(listener: () => void): () => void {
  return login.subscribe(listener)
}

window.addEventListener('storage', ({ key }) => {
  if (key === null || KEYS.includes(key)) readTokensAgain()
})
