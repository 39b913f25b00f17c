import { REQUEST_TIMEOUT_MS } from '../config/constants.ts'

/** Probes the server once; a gateway's response does not count. */
export async function isServerReachable(): Promise<boolean> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), REQUEST_TIMEOUT_MS)
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: stop.signal })
    return answer.status < 500
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}
