import { AWAITING } from '@/entities/message/status.ts'
import type { AdminMessage } from '@/shared/api/types.ts'

type Row = Pick<AdminMessage, 'id' | 'status'>

/**
 * The conversation to answer after another: the first one waiting that comes after it in the queue, else the first one
 * that was passed over.
 *
 * @param before the queue when the answered one was on screen
 * @param now the queue since then
 */
export function nextWaiting<Found extends Row>(before: readonly Row[], now: readonly Found[], answered: string) {
  const place = before.findIndex(({ id }) => id === answered)
  const passed = new Set(before.slice(0, place + 1).map(({ id }) => id))
  const waiting = now.filter(({ id, status }) => status === AWAITING && id !== answered)
  return waiting.find(({ id }) => !passed.has(id)) ?? waiting[0]
}
