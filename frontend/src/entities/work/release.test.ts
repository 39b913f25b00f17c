import { afterEach, expect, it } from 'vitest'
import { correctClock } from '@/shared/api/clock.ts'
import { isUnreleased } from './release.ts'

const DAY_MS = 24 * 60 * 60 * 1000

afterEach(() => correctClock(Date.now()))

it('tells what is to come by the time of the server', () => {
  const tomorrow = { isOnline: 0 as const, pubTime: new Date(Date.now() + DAY_MS).toISOString().slice(0, 10) }
  expect(isUnreleased({ isOnline: 0, pubTime: '2020-01-01 00:00:00' })).toBe(false)
  correctClock(Date.now() + 3 * DAY_MS)
  expect(isUnreleased({ isOnline: 0, pubTime: `${tomorrow.pubTime} 23:00:00` })).toBe(false)
  correctClock(Date.now() - 3 * DAY_MS)
  expect(isUnreleased({ isOnline: 0, pubTime: `${tomorrow.pubTime} 23:00:00` })).toBe(true)
})

it('takes what can be watched for published', () => {
  expect(isUnreleased({ isOnline: 1, pubTime: '2099-01-02 00:00:00' })).toBe(false)
  expect(isUnreleased({ isOnline: 2, pubTime: '2099-01-02 00:00:00' })).toBe(true)
})
