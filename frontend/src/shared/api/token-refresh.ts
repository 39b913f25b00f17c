import { idbDelete, idbGet, idbSet } from '../lib/idb.ts'
import { ApiError, sessionEnded } from './errors.ts'
import {
  accessToken,
  endSession,
  onLoginChange,
  readTokensAgain,
  refreshToken,
  renewTokens,
  type Tokens,
} from './session.ts'

/** Lock shared by all windows. */
const LOCK = 'yingku.refresh'
const TOO_MANY = 429

/** Where a window leaves its new tokens for the next one: storage events may arrive after the lock. */
const HANDED_ON = 'refreshed-tokens'

interface HandedOn extends Tokens {
  /** The access token they replace. */
  after: string
}

/** Requests the tokens after `refreshToken`. */
type Ask = (refreshToken: string) => Promise<Tokens>

let underWay: Promise<void> | null = null

/** Resolves when no refresh is running; requests wait here. */
export async function afterRefresh(): Promise<void> {
  await underWay?.catch(() => undefined)
}

/**
 * Gets new tokens after the API refused the access token `refused`. However many requests ask, in however many
 * windows, one call is made (R16.9).
 *
 * @throws ApiError with code 403 when there is no session to go on with: its tokens are forgotten. Any other failure,
 *   such as a lost connection, leaves them for another attempt.
 */
export function refreshTokens(refused: string, ask: Ask): Promise<void> {
  underWay ??= oneWindowAtATime(() => renew(refused, ask)).finally(() => {
    underWay = null
  })
  return underWay
}

/** Without locks (plain http, blocked site data), the server's grace period gives racing windows the same tokens. */
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
    endSession()
    throw sessionEnded()
  }
  try {
    const next = await ask(token)
    renewTokens(next)
    await idbSet(HANDED_ON, { ...next, after: refused } satisfies HandedOn)
  } catch (error) {
    if (!isRefusal(error)) throw error
    endSession()
    throw sessionEnded()
  }
}

/** Whether the server rejected the token, rather than being unreachable or busy. */
function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'answer' && error.status < 500 && error.status !== TOO_MANY
}

// Tokens must not outlive the session.
onLoginChange(() => void idbDelete(HANDED_ON))
