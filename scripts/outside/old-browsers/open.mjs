// Opens the pages with each thing missing: open.mjs ORIGIN
import { launch, logIn, somebody } from './browser.mjs'
import { NEWER, WITHHELD } from './missing.mjs'
import { check, end, same } from './table.mjs'

const [origin] = process.argv.slice(2)
const browser = await launch()

async function workOf(channel) {
  const context = await somebody(browser, origin)
  const page = await context.newPage()
  await page.goto(`${origin}/${channel}`)
  const href = await page.getByRole('main').getByRole('article').first().getByRole('link').first().getAttribute('href')
  await context.close()
  return href
}
const WORK = await workOf('censored')
const FEW = ['/', '/censored', WORK, '/search/雾岭', '/login']
const LISTS = ['/new', '/top', '/top/month', '/tags/index', '/maker/western/index', '/performer/index', '/search', `${WORK}?tab=stills`]
const OTHERS = [`${WORK}?tab=magnet`, '/uncensored', '/western', '/register', '/terms', '/contact', '/no/such/page', '/docs']
const OWN = ['/user', '/user?tab=like', '/user?tab=history', '/user/account', '/sub', '/pay', '/orders', '/message']
const CONSOLE = ['', 'works', 'terms', 'import', 'messages', 'orders', 'plans', 'codes', 'members', 'audit', 'settings'].map((name) => `/admin/${name}`)

/** A page without these features, which collects its errors. */
async function pageWithout(script, options) {
  const context = await somebody(browser, origin, options)
  await context.addInitScript(script)
  const page = await context.newPage()
  const wrong = []
  page.on('pageerror', (error) => wrong.push(`${new URL(page.url()).pathname}: ${error.message}`))
  return { page, wrong, close: () => context.close() }
}

async function openAll({ page, wrong }, paths) {
  for (const path of paths) {
    await page.goto(origin + path, { waitUntil: 'networkidle' })
    const grown = page.getByRole('button', { name: '我已成年，进入' })
    if (await grown.isVisible()) await grown.click()
    if (path !== '/docs') await page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 15_000 })
    if (await page.getByText('页面出错了').count()) wrong.push(`${path}: 页面出错了`)
  }
  same(wrong, [])
}

/** On a phone the filters are a dialog over the page. */
async function openFilters({ page, wrong }) {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${origin}/censored`, { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: '筛选' }).first().click()
  await page.getByRole('dialog').first().waitFor({ timeout: 10_000 }).catch(async () => {
    if (await page.getByText('页面出错了').count()) wrong.push('页面出错了')
    throw new Error(`the filters do not open: ${JSON.stringify(wrong)}`)
  })
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').first().waitFor({ state: 'detached', timeout: 10_000 })
  same(wrong, [])
}

for (const [name, script] of Object.entries(NEWER)) {
  await check(`without ${name}`, async () => {
    const one = await pageWithout(script)
    await openAll(one, FEW)
    if (name.includes('Dialog') || name.includes('inert')) await openFilters(one)
    await one.close()
  })
}
for (const [name, script] of Object.entries(WITHHELD)) {
  await check(name, async () => {
    const one = await pageWithout(script, name.includes('blocked') ? { isGrown: false } : {})
    await openAll(one, FEW)
    await one.close()
  })
}
const all = Object.values(NEWER).join('\n')
await check('without all of them: what everybody can open', async () => {
  const one = await pageWithout(all)
  await openAll(one, [...FEW, ...LISTS, ...OTHERS])
  await openFilters(one)
  await one.close()
})
for (const [who, name, paths] of [['a member', 'old_member', OWN], ['an operator', 'old_operator', CONSOLE]]) {
  await check(`without all of them: what ${who} opens`, async () => {
    const one = await pageWithout(all)
    await logIn(one.page, origin, name)
    await openAll(one, paths)
    await one.close()
  })
}
await check('a member stays signed in when indexedDB fails once', async () => {
  const one = await pageWithout('')
  await logIn(one.page, origin, 'old_member')
  await one.page.context().addInitScript(WITHHELD['the first indexedDB.open fails'])
  await one.page.goto(`${origin}/user`, { waitUntil: 'networkidle' })
  await one.page.goto(`${origin}/user/account`, { waitUntil: 'networkidle' })
  same(new URL(one.page.url()).pathname, '/user/account')
  same(one.wrong, [])
  await one.close()
})
await browser.close()
end()
