import { http, type RequestHandler } from 'msw'
import { inject } from 'vitest'

const DELAYS_MS = [0, 150, 350]

/** Where a test has fake timers, this is the real one. */
const { setTimeout } = globalThis
const seed = inject('delaysSeed')
/** Requests that have waited, however many handlers they pass on their way. */
const waited = new Set<string>()
let state = 0

/** The same delays for the same test, alone or among others. */
export function restartDelays(name: string): void {
  state = seed ?? 0
  for (const letter of name) state = (Math.imul(state, 31) + (letter.codePointAt(0) ?? 0)) | 0
}

/** The next number from 0 up to 1 (mulberry32). */
function random(): number {
  state = (state + 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}

function delaying(): RequestHandler {
  const handler = http.all('*', () => undefined)
  // It is never the handler of a request: a request that nobody handles still fails the test.
  handler.run = async ({ requestId }) => {
    if (waited.has(requestId)) return null
    waited.add(requestId)
    const ms = DELAYS_MS[Math.floor(random() * DELAYS_MS.length)]
    await new Promise((resolve) => setTimeout(resolve, ms))
    return null
  }
  return handler
}

/**
 * Stands before other handlers. With `TEST_DELAYS=<number>` every answer of the mock API comes after 0, 150 or 350 ms, by chance,
 * so that answers come late and overtake each other as on a bad connection. A test that fails then takes an order for granted, or
 * the site does. The same number draws the same delays.
 */
export const DELAYS: readonly RequestHandler[] = seed === null ? [] : [delaying()]
