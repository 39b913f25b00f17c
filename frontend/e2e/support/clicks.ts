import type { Locator, Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** What somebody did to a page. */
interface Presses {
  /** Presses of the mouse, and of keys that write nothing, such as Enter and Tab. */
  pressed: number
  /** Texts that were typed or pasted, however long. */
  written: number
  /** Turns of the wheel. */
  scrolled: number
}

interface CountingWindow {
  presses?: Presses
}

/** Counts from now on what is done to a page, which must not be loaded anew meanwhile. */
export async function countPresses(page: Page): Promise<() => Promise<Presses>> {
  await page.evaluate(() => {
    const counting = window as CountingWindow
    const isCounting = counting.presses !== undefined
    const presses = { pressed: 0, written: 0, scrolled: 0 }
    counting.presses = Object.assign(counting.presses ?? presses, presses)
    if (isCounting) return
    const sum = counting.presses
    let writtenIn: EventTarget | null = null
    function press() {
      writtenIn = null
      sum.pressed++
    }
    const isText = (target: EventTarget | null): boolean =>
      target instanceof Element &&
      target.matches('textarea, input:not([type="checkbox"], [type="radio"], [type="file"])')
    function onKeyDown(event: KeyboardEvent) {
      if (['Control', 'Meta', 'Shift', 'Alt'].includes(event.key)) return
      const writes = isText(event.target) && event.key.length === 1 && !event.ctrlKey && !event.metaKey
      if (!writes) press()
    }
    function onInput({ target }: Event) {
      if (isText(target) && writtenIn !== target) sum.written++
      writtenIn = target
    }
    addEventListener('pointerdown', press, true)
    addEventListener('keydown', onKeyDown, true)
    addEventListener('input', onInput, true)
    addEventListener('paste', () => sum.written++, true)
    addEventListener('wheel', () => sum.scrolled++, true)
  })
  return () => page.evaluate(() => (window as CountingWindow).presses as Presses)
}

/** What a task took, noted in the report: no more presses than this, and the wheel not once. */
export async function expectPresses(counted: () => Promise<Presses>, most: number): Promise<void> {
  const { pressed, written, scrolled } = await counted()
  const description = `${pressed} presses of ${most} at most, ${written} texts`
  test.info().annotations.push({ type: 'took', description })
  if (process.env.E2E_MAKER) process.stdout.write(`${test.info().title.replace(' @desktop', '')}: ${description}\n`)
  expect(pressed).toBeLessThanOrEqual(most)
  expect(scrolled).toBe(0)
}

/** The same where a text that is typed, however long, is a press as well. */
export async function expectActs(counted: () => Promise<Presses>, most: number): Promise<void> {
  const { pressed, written } = await counted()
  const description = `${pressed + written} presses and texts of ${most} at most`
  test.info().annotations.push({ type: 'took', description })
  expect(pressed + written).toBeLessThanOrEqual(most)
}

/** Types into a field that has the focus already. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  await expect(field).toBeFocused()
  await field.evaluate((element) => (element as HTMLInputElement).select())
  await field.page().keyboard.type(text)
}
