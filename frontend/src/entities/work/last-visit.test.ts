import { expect, it } from 'vitest'
import { visitsAt } from './last-visit.ts'

const HOUR = 3600

it('knows no visit before the first', () => {
  expect(visitsAt(1000, null)).toEqual({ seen: 1000, before: null })
})

it('keeps the visit before while the device stays', () => {
  expect(visitsAt(9 * HOUR, { seen: 8 * HOUR, before: HOUR })).toEqual({ seen: 9 * HOUR, before: HOUR })
})

it('begins a new visit after four hours without the site', () => {
  expect(visitsAt(12 * HOUR, { seen: 8 * HOUR, before: HOUR })).toEqual({ seen: 12 * HOUR, before: 8 * HOUR })
})

it('stays in its visit when the clock goes back', () => {
  expect(visitsAt(HOUR, { seen: 8 * HOUR, before: null })).toEqual({ seen: HOUR, before: null })
})
