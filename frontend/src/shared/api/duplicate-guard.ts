import { DUPLICATE_WINDOW_MS } from '../config/constants.ts'
import { duplicate } from './errors.ts'

const sentAt = new Map<string, number>()

/**
 * Refuses a POST or PUT whose method, URL and body were sent less than a second ago (R15.12).
 *
 * @param now milliseconds on any steadily growing clock
 */
export function refuseDuplicate(method: string, url: string, body: string, now: number): void {
  if (method !== 'POST' && method !== 'PUT') return
  for (const [key, time] of sentAt) if (now - time >= DUPLICATE_WINDOW_MS) sentAt.delete(key)
  const key = `${method} ${url}\n${body}`
  if (sentAt.has(key)) throw duplicate()
  sentAt.set(key, now)
}

/** Clears the guard, as a reload does. */
export function forgetSent(): void {
  sentAt.clear()
}
