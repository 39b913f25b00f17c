import type { Page } from '@playwright/test'
import { expect, test } from './support/test.ts'

/** Translates the page as Chrome does: every text gives way to elements with another text, those that come later as well. */
async function translate(page: Page): Promise<void> {
  await page.evaluate(() => {
    const give = (text: Text) => {
      const holder = text.parentElement
      if (!holder || text.data.trim() === '' || holder.closest('font, script, style, textarea')) return
      const outer = document.createElement('font')
      outer.appendChild(document.createElement('font')).textContent = text.data
      text.replaceWith(outer)
    }
    const translateIn = (root: Node) => {
      const texts: Text[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) texts.push(walker.currentNode as Text)
      texts.forEach(give)
    }
    translateIn(document.body)
    new MutationObserver((changes) => {
      for (const added of changes.flatMap((change) => Array.from(change.addedNodes))) {
        if (added instanceof Text) give(added)
        else translateIn(added)
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
}

test('a translated page goes on: typing in the search field, results, tabs and forms @once', async ({ page }) => {
  // Three pages and each letter that is typed: on a busy machine more than a minute.
  test.slow()
  await page.goto('/censored')
  const field = page.getByRole('combobox', { name: '搜索' })
  await expect(field).toBeVisible()
  await translate(page)
  await field.click()
  for (const text of ['灯', '灯塔', '灯塔下', '灯', '', 'd', 'de', 'den', 'deng', 'de', '']) {
    await field.fill(text)
    await expect(page.getByRole('main')).toBeVisible()
  }
  await field.fill('灯塔')
  await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
  await field.press('Enter')
  // Until the results are there, the work below the pointer is one of the list that they replace.
  await expect(page.getByRole('heading', { level: 1, name: /灯塔/ })).toBeVisible()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
  await page.getByRole('main').getByRole('article').first().getByRole('link').first().click()
  const tabs = page.getByRole('tab')
  await expect(tabs.first()).toBeVisible()
  for (const tab of await tabs.all()) {
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }
  await page.goto('/login')
  await expect(page.getByRole('main').getByRole('textbox').first()).toBeVisible()
  await translate(page)
  for (const box of await page.getByRole('main').getByRole('textbox').all()) {
    await box.fill('a')
    await box.blur()
    await box.fill('abcdefgh')
  }
  await expect(page.getByText('页面出错了')).toHaveCount(0)
})
