import { expect, it, vi } from 'vitest'
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

it('goes by the clock of the server from the first look on, not by a wrong one of the device', async () => {
  const tomorrow = Date.now() + 24 * HOUR * 1000
  const config = document.createElement('script')
  config.id = 'app-config'
  config.type = 'application/json'
  config.textContent = JSON.stringify({ serverTime: tomorrow })
  document.body.append(config)
  vi.resetModules()
  const { recordVisit } = await import('./last-visit.ts')
  recordVisit()
  config.remove()
  const { seen } = JSON.parse(localStorage.getItem('yingku.visits') ?? '{}') as { seen: number }
  expect(Math.abs(seen - tomorrow / 1000)).toBeLessThan(60)
})
