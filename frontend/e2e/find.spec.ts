import { hasMagnet, MANY_MAGNETS, numberOf, ONLINE, TAGS, WORKS, workAt } from './support/catalogue.ts'
import { becomeMember } from './support/member.ts'
import { workPath } from './support/site.ts'
import { expect, test } from './support/test.ts'

const DRAMA = TAGS.find(({ nameCn }) => nameCn === '剧情')?.nameCn ?? ''

/** Listed works of the first channel, with the category or not. */
const INDEXES = Array.from({ length: WORKS }, (_, index) => index).filter(hasMagnet)
const withDrama = INDEXES.filter((index) => workAt('censored', index).tags.some(({ nameCn }) => nameCn === DRAMA))

/** The class of each layout of a list. */
const LAYOUTS: Record<string, RegExp> = { 列表: /work-grid-list/, 宽松: /work-grid-loose/, 紧凑: /work-grid-dense/ }

test('a suggestion leads to the page, and back to where it was asked for @once', async ({ page }) => {
  const number = numberOf('censored', 0)
  await page.goto('/index')
  const field = page.getByRole('combobox', { name: '搜索' })
  await field.pressSequentially(number.slice(0, -2))
  const works = page.getByRole('group', { name: '影片' })
  await expect(works.getByRole('option').first()).toContainText(number.slice(0, 3))
  await field.press('ArrowDown')
  await expect(works.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await field.press('Escape')
  await expect(page.getByRole('listbox')).toHaveCount(0)
  await field.fill(workAt('censored', 0).performers[0]?.nameCn ?? '')
  await page.getByRole('group', { name: '演员' }).getByRole('option').first().click()
  await expect(page).toHaveURL(/\/performer\//)
  await page.goBack()
  await expect(page).toHaveURL(/\/index$/)
})

test('on a wide screen what is said of the suggestions is heard, and leaves no dot on them @desktop', async ({
  page,
}) => {
  await page.goto('/index')
  await page.getByRole('combobox', { name: '搜索' }).pressSequentially(numberOf('censored', 0).slice(0, -2))
  const said = page.getByRole('status').filter({ hasText: /^\d+ 条建议$/ })
  await expect(said).toBeAttached()
  const { width, height } = (await said.locator('..').boundingBox()) ?? { width: 0, height: 0 }
  expect(width).toBeLessThanOrEqual(1)
  expect(height).toBeLessThanOrEqual(1)
})

test('filters narrow a list down, survive a reload, and are undone by Back', async ({ page }) => {
  await page.goto('/censored')
  const total = (count: number) => expect(page.getByText(`共 ${count} 部`)).toBeVisible()
  await total(INDEXES.length)
  // On a wide screen they are beside the list.
  if ((page.viewportSize()?.width ?? 0) < 1280) await page.getByRole('button', { name: '筛选' }).click()
  await page.getByRole('button', { name: `要 ${DRAMA}`, exact: true }).click()
  const apply = page.getByRole('button', { name: `查看 ${withDrama.length} 部` })
  // On a wide screen they act at once.
  if ((page.viewportSize()?.width ?? 0) < 1280) await apply.click()
  await total(withDrama.length)
  await expect(page.getByRole('button', { name: `移除 ${DRAMA}` })).toBeVisible()
  await page.reload()
  await total(withDrama.length)
  await expect(page.getByRole('button', { name: `移除 ${DRAMA}` })).toBeVisible()
  await page.getByRole('main').getByRole('article').getByRole('link').first().click()
  await expect(page.getByRole('tab', { name: '作品详情' })).toBeVisible()
  await page.goBack()
  await total(withDrama.length)
  await page.goBack()
  await total(INDEXES.length)
})

test('a day of the filters is one step in the history, however many keys it takes @desktop', async ({ page }) => {
  await page.goto('/censored')
  const from = page.getByLabel('从', { exact: true })
  await from.fill('2019-03-04')
  await expect(page).toHaveURL('/censored?from=2019-03-04')
  // Which part of the day is first depends on the browser's language.
  await from.press('ArrowUp')
  await from.press('ArrowUp')
  const day = await from.inputValue()
  expect(day).not.toBe('2019-03-04')
  await expect(page).toHaveURL('/censored?from=2019-03-04')
  await from.press('Enter')
  await expect(page).toHaveURL(`/censored?from=${day}`)
  await page.goBack()
  await expect(page).toHaveURL('/censored')
  await expect(from).toHaveValue('')
})

test('the sheet switches to works without magnets only when it is applied @phone', async ({ page }) => {
  await page.goto('/censored?page=2')
  const magnetSwitch = page.getByRole('button', { name: '只看有磁力' })
  const inSheet = page.getByRole('checkbox', { name: /^有磁力/ })
  await page.getByRole('button', { name: '筛选' }).click()
  await inSheet.click()
  await page.getByRole('button', { name: '关闭' }).click()
  await expect(magnetSwitch).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL('/censored?page=2')
  await page.getByRole('button', { name: '筛选' }).click()
  await inSheet.click()
  await page.getByRole('button', { name: /^查看/ }).click()
  await expect(magnetSwitch).toHaveAttribute('aria-pressed', 'false')
  await expect(page).toHaveURL('/censored?dht=0')
})

test('a member narrows down the likes: in the address, after a reload, and undone by Back', async ({ page }) => {
  await becomeMember(page)
  for (const index of [ONLINE, MANY_MAGNETS]) {
    await page.goto(workPath('censored', index))
    const known = page.waitForResponse(/\/user\/like/)
    await page.getByRole('button', { name: /喜欢$/ }).click()
    await known
  }
  await page.goto('/user?tab=like')
  const total = (count: number) => expect(page.getByText(`共 ${count} 部`)).toBeVisible()
  await total(2)
  await page.getByRole('button', { name: '筛选' }).click()
  await page.getByRole('checkbox', { name: '在线 1 部' }).click({ force: true })
  const apply = page.getByRole('button', { name: '查看 1 部' })
  // On a wide screen they act at once.
  if ((page.viewportSize()?.width ?? 0) < 1280) await apply.click()
  await total(1)
  await expect(page).toHaveURL('/user?tab=like&online=1')
  await page.reload()
  await total(1)
  await expect(page.getByRole('tabpanel').getByRole('article')).toContainText([numberOf('censored', ONLINE)])
  await page.getByRole('tab', { name: '浏览记录' }).click()
  await page.goBack()
  await total(1)
  await page.goBack()
  await total(2)
})

test('what is typed into a sidebar stays as it is typed, and a letter pressed meanwhile is not lost @phone', async ({
  page,
}) => {
  await page.goto('/performer/index')
  const box = page.getByRole('searchbox', { name: /^查找女优/ })
  const letters = page.getByRole('group', { name: '首字母' })
  await expect(letters.getByRole('button', { disabled: true }).first()).toBeVisible()
  // Just slower than the pause after which the list is asked, so that answers come between the keys.
  await box.pressSequentially('yue lin yue ', { delay: 310 })
  await expect(box).toHaveValue('yue lin yue ')
  await expect(page).toHaveURL(/[?&]find=yue\+lin\+yue$/)
  await box.fill('')
  await expect(page).toHaveURL(/index$/)
  const letter = letters.getByRole('button', { disabled: false }).first()
  const name = (await letter.textContent()) ?? ''
  await box.pressSequentially('a')
  await letter.click()
  await expect(page).toHaveURL((url) => url.searchParams.get('letter') === name && url.searchParams.get('find') === 'a')
  await expect(box).toHaveValue('a')
  await expect(letters.getByRole('button', { name, pressed: true, exact: true })).toBeVisible()
})

test('the letter that a sidebar is narrowed to is in sight after a reload, and letters without names cannot be chosen @phone', async ({
  page,
}) => {
  await page.goto('/performer/index')
  const letters = page.getByRole('group', { name: '首字母' })
  await expect(letters.getByRole('button', { disabled: true }).first()).toBeVisible()
  const last = letters.getByRole('button', { disabled: false }).last()
  await last.click()
  await expect(last).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(letters.getByRole('button', { pressed: true })).toBeInViewport({ ratio: 1 })
})

test('every list has the same columns, with the filters beside it or without, and more of them in a wider window @desktop', async ({
  page,
}) => {
  const columns = { 760: 2, 768: 3, 992: 4, 1280: 4, 1440: 4, 1700: 6, 1920: 6 }
  for (const path of ['/censored', '/uncensored', '/tags/index', '/series/index', '/search/灯塔']) {
    await page.goto(path)
    const cards = page.getByRole('main').getByRole('article')
    await expect(cards.nth(7)).toBeVisible()
    for (const [width, wanted] of Object.entries(columns)) {
      await page.setViewportSize({ width: Number(width), height: 900 })
      for (const _ of ['as it is', 'with the column opened or closed']) {
        const lefts = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().left)))
        expect(new Set(lefts.filter((left) => left > 0)).size, `${path} at ${width} px`).toBe(wanted)
        if (Number(width) < 1700) break
        await page.getByRole('button', { name: /^筛选/ }).first().click()
      }
    }
  }
})

test('beside the filters a dense list has more columns, and a list of lines fewer, and numbers are whole @desktop', async ({
  page,
}) => {
  await page.goto('/censored')
  const cards = page.getByRole('main').getByRole('article')
  await expect(page.getByRole('heading', { name: '筛选', exact: true })).toBeVisible()
  for (const width of [1280, 1440, 1600]) {
    await page.setViewportSize({ width, height: 900 })
    const columns = []
    for (const layout of ['列表', '宽松', '紧凑']) {
      await page.getByRole('radio', { name: layout }).check({ force: true })
      await expect(page.locator('.work-grid')).toHaveClass(LAYOUTS[layout] ?? /./)
      const lefts = await cards.evaluateAll((all) => all.map((card) => Math.round(card.getBoundingClientRect().left)))
      columns.push(new Set(lefts).size)
      const cut = await page
        .locator('.work-card-number')
        .evaluateAll((all) => all.filter((number) => number.scrollWidth > number.clientWidth).length)
      expect(cut, `${layout} at ${width} px`).toBe(0)
    }
    expect(columns, `${width} px`).toEqual(columns.toSorted((a, b) => a - b))
    expect(new Set(columns).size, `${width} px: ${columns}`).toBe(3)
  }
})
