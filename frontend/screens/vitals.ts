import { expect, FIRST_VISIT, test } from '../e2e/support/test.ts'
import { watchLayoutShift } from './support/facts.ts'
import { SCREENS } from './support/screens.ts'

/** A phone of the lower middle class on a slow mobile network. */
const CPU_SLOWER = 4
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 0.75e6 / 8 }
/** What a page may jump in all while it loads. */
const LAYOUT_SHIFT_MAX = 0.02

interface Vitals {
  lcp: number
  lcpElement: string
  shift: number
  inp: number
}

test.describe.configure({ timeout: 120_000 })

for (const screen of SCREENS.filter(({ open }) => !open)) {
  test.describe(() => {
    if (screen.firstVisit) test.use({ storageState: FIRST_VISIT })

    test(screen.name, async ({ page, context, trouble }) => {
      trouble.allow(...(screen.trouble ?? []))
      await screen.before?.(page)
      await watchLayoutShift(page)
      await page.addInitScript(() => {
        const seen = { lcp: 0, lcpElement: '', inp: 0 }
        Object.assign(window, { seen })
        const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
          new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
            type,
            buffered: true,
            durationThreshold: 16,
          } as PerformanceObserverInit)
        watch('largest-contentful-paint', (entry) => {
          const { element } = entry as PerformanceEntry & { element?: Element }
          seen.lcp = entry.startTime
          seen.lcpElement = element?.className.toString() || element?.nodeName || ''
        })
        watch('event', (entry) => {
          if ((entry as PerformanceEntry & { interactionId?: number }).interactionId)
            seen.inp = Math.max(seen.inp, entry.duration)
        })
      })
      const client = await context.newCDPSession(page)
      await client.send('Network.enable')
      await client.send('Network.emulateNetworkConditions', SLOW_4G)
      await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
      await page.goto(screen.path)
      await expect(async () => screen.ready(page)).toPass({ timeout: 60_000 })
      await page.waitForLoadState('networkidle')
      // A press that every screen has: the menu, or the gate's question.
      const pressed = page.getByRole('button').first()
      if (await pressed.isVisible()) {
        await pressed.click()
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))))
      }
      const vitals: Vitals = await page.evaluate(() => {
        const { seen, shift } = window as unknown as { seen: Omit<Vitals, 'shift'>; shift: number }
        return { ...seen, shift }
      })
      const { lcp, lcpElement, shift, inp } = vitals
      const line = `LCP ${Math.round(lcp)} ms (${lcpElement}), CLS ${shift.toFixed(3)}, INP ${Math.round(inp)} ms`
      test.info().annotations.push({ type: 'vitals', description: line })
      process.stdout.write(`${test.info().project.name} ${screen.name}: ${line}\n`)
      expect(shift).toBeLessThanOrEqual(LAYOUT_SHIFT_MAX)
    })
  })
}
