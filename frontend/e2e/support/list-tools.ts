import type { Page } from '@playwright/test'
import { boxOf } from './shown.ts'
import { expect } from './test.ts'

/** What must hold for the tools of a list on screen, at every width. */

/** They are on one line. */
export async function expectToolsOnOneLine(page: Page, isMobile: boolean): Promise<void> {
  // A scrollbar takes room from the narrowest window: beside a sidebar the tools wrap there.
  for (const width of isMobile ? [360, 390, 1024, 1440] : [390, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const of = async (name: RegExp) =>
      Math.round((await boxOf(page.getByRole('main').getByRole('button', { name }))).y / 10)
    expect(await of(/^刷新/), `${width} px`).toBe(await of(/^订阅/))
    const layout = await boxOf(page.getByRole('group', { name: '排列方式' }))
    const magnet = await boxOf(page.getByRole('main').getByRole('button', { name: '只看有磁力' }))
    expect(Math.abs(layout.y + layout.height / 2 - magnet.y - magnet.height / 2), `${width} px`).toBeLessThan(3)
  }
}

/** The keyboard goes through them as they are read. */
export async function expectToolsInOrder(page: Page): Promise<void> {
  const controls = page.locator('.works-list-controls')
  const focused = () =>
    controls.evaluate((all) => {
      const one = all.contains(document.activeElement) ? document.activeElement : null
      // A radio is drawn by its label.
      const seen = one?.closest('label') ?? one
      if (!seen) return null
      const { left, top, height } = seen.getBoundingClientRect()
      return { left, middle: top + height / 2, name: one?.getAttribute('aria-label') ?? seen.textContent }
    })
  for (const width of [320, 360, 390, 768, 1024, 1152, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await controls.locator('input, button').filter({ visible: true }).first().focus()
    let [before, now] = [await focused(), await focused()]
    let steps = 0
    for (; now; steps += 1) {
      await page.keyboard.press('Tab')
      before = now
      now = await focused()
      const isBack =
        now && (now.middle < before.middle - 4 || (now.middle < before.middle + 4 && now.left < before.left))
      expect(isBack, `${width} px: ${now?.name} after ${before.name}`).toBeFalsy()
    }
    expect(steps, `${width} px`).toBeGreaterThan(4)
  }
}

/** Beside a sidebar none is out of sight on a phone, in large text neither. */
export async function expectToolsInSight(page: Page): Promise<void> {
  const tools = page.locator('.works-list-tools, .works-list-actions').locator('button, label')
  for (const size of ['100%', '200%']) {
    const style = await page.addStyleTag({ content: `html { font-size: ${size} }` })
    for (const width of [320, 360, 390, 430]) {
      await page.setViewportSize({ width, height: 844 })
      const hidden = await tools.evaluateAll((all) =>
        all
          .filter((one) => {
            const { left, right, top, bottom } = one.getBoundingClientRect()
            const seen = document.elementFromPoint(right - 2, (top + bottom) / 2)
            return left < 0 || !(seen && one.contains(seen))
          })
          .map((one) => one.getAttribute('aria-label') ?? one.getAttribute('title') ?? one.textContent),
      )
      expect(hidden, `${width} px, ${size}`).toEqual([])
    }
    await style.evaluate((element) => (element as HTMLElement).remove())
  }
}

/** The badges of a narrow card stand apart. */
export async function expectBadgesApart(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 })
  const badges = page.locator('.work-card-top').first()
  // No work of the catalogue is of the future.
  await badges.evaluate((all) => {
    const second = all.querySelector('.badge')?.cloneNode(true)
    if (second) all.append(second)
    if (second) second.textContent = '未发行'
  })
  const [channel, state] = [await boxOf(badges.locator('.badge').first()), await boxOf(badges.locator('.badge').last())]
  expect(state.x - channel.x - channel.width).toBeGreaterThan(8)
}
