import { idbDelete, idbGet, idbSet } from '../lib/idb.ts'
import { ApiError, sessionEnded } from './errors.ts'
import {
  accessToken,
  clearTokens,
  onLoginChange,
  readTokensAgain,
  refreshToken,
  renewTokens,
  type Tokens,
} from './session.ts'

/** Windows of one browser take turns under this name. */
const LOCK = 'yingku.refresh'
const TOO_MANY = 429

/** Where a window finds what the one before it brought: storage events may come later than the lock does. */
const HANDED_ON = 'refreshed-tokens'

interface HandedOn extends Tokens {
  /** The access token these came after. */
  after: string
}

/** Asks the API for the pair after `refreshToken`. */
type Ask = (refreshToken: string) => Promise<Tokens>

let underWay: Promise<void> | null = null

/** Comes back when no refresh is under way; requests wait here, as their token is about to change. */
export async function afterRefresh(): Promise<void> {
  await underWay?.catch(() => undefined)
}

/**
 * Gets new tokens after the API refused the access token `refused`. However many requests ask, in however many
 * windows, one call is made (R16.9).
 *
 * @throws ApiError with code 403 when there is no session to go on with: its tokens are cleared. Any other failure,
 *   such as a lost connection, leaves them for another attempt.
 */
export function refreshTokens(refused: string, ask: Ask): Promise<void> {
  underWay ??= oneWindowAtATime(() => renew(refused, ask)).finally(() => {
    underWay = null
  })
  return underWay
}

/** Without locks, as on plain http or with site data blocked, the server's grace gives racing windows the same pair. */
async function oneWindowAtATime(work: () => Promise<void>): Promise<void> {
  if (!('locks' in navigator)) return work()
  try {
    await navigator.locks.request(LOCK, work)
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'SecurityError')) throw error
    await work()
  }
}

async function renew(refused: string, ask: Ask): Promise<void> {
  readTokensAgain()
  const current = accessToken()
  // Another request or window was faster.
  if (current !== null && current !== refused) return
  const handedOn = await idbGet<HandedOn>(HANDED_ON)
  if (current !== null && handedOn?.after === refused) return renewTokens(handedOn)
  const token = refreshToken()
  if (token === null) {
    clearTokens()
    throw sessionEnded()
  }
  try {
    const next = await ask(token)
    renewTokens(next)
    await idbSet(HANDED_ON, { ...next, after: refused } satisfies HandedOn)
  } catch (error) {
    if (!isRefusal(error)) throw error
    clearTokens()
    throw sessionEnded()
  }
}

/** The server said no, rather than nothing or “later”. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'answer' && error.status < 500 && error.status !== TOO_MANY
}

// Nothing that could go on with a session outlives it.
onLoginChange(() => void idbDelete(HANDED_ON))
