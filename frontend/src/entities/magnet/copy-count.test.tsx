import { expect, it, vi } from 'vitest'
import { clearTokens, startSession } from '@/shared/api/session.ts'
import { copiesADay, copiesLeft, endOfDay, saveCopyCount } from './copy-count.ts'

it.each([
  ['2026-11-21T15:59:59.999Z', '2026-11-21T16:00:00.000Z'],
  ['2026-11-21T16:00:00.000Z', '2026-11-22T16:00:00.000Z'],
])('the day at %s ends at %s, midnight in Shanghai', (now, end) => {
  expect(new Date(endOfDay(Date.parse(now))).toISOString()).toBe(end)
})

it('begins with what nobody has told, of 3 for visitors and 100 for members', () => {
  expect(copiesLeft()).toBeNull()
  expect(copiesADay()).toBe(3)
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  expect(copiesLeft()).toBeNull()
  expect(copiesADay()).toBe(100)
})

it('tells nobody what another user copied', () => {
  saveCopyCount(3, 0)
  expect(copiesLeft()).toBe(0)
  startSession({ accessToken: 'access', refreshToken: 'refresh' })
  expect(copiesLeft()).toBeNull()
  saveCopyCount(40, 60)
  expect(copiesLeft()).toBe(60)
  clearTokens()
  expect(copiesLeft()).toBeNull()
})

it('begins anew when the day ends', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-21T15:59:00Z') })
  saveCopyCount(3, 0)
  expect(copiesLeft()).toBe(0)
  vi.setSystemTime(Date.parse('2026-11-21T16:00:01Z'))
  expect(copiesLeft()).toBeNull()
})
