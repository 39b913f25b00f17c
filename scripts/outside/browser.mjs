// Chromium of the system, or Firefox where FIREFOX names it, and its users.
import { chromium, firefox } from 'playwright-core'

export const PASSWORD = 'quiet-river-27'

/** Whether it is Firefox. */
export const isFirefox = Boolean(process.env.FIREFOX)

export function launch() {
  if (isFirefox) {
    const firefoxUserPrefs = { 'media.autoplay.default': 0 }
    return firefox.launch({ channel: 'moz-firefox', executablePath: process.env.FIREFOX, firefoxUserPrefs })
  }
  return chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'] })
}

/** A window of a visitor with a confirmed age; without `isGrown`, of one who still has to confirm it. */
export function somebody(browser, origin, { isGrown = true, ...options } = {}) {
  const localStorage = [{ name: 'yingku.ageConfirmedAt', value: String(Date.now()) }]
  const storageState = { cookies: [], origins: isGrown ? [{ origin, localStorage }] : [] }
  // Firefox cannot override media features.
  if (isFirefox) Object.assign(options, { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null })
  return browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', serviceWorkers: 'block', storageState, ...options })
}

/** Logs in through the form; there are no captchas. */
export async function logIn(page, origin, name) {
  await page.goto(`${origin}/login`)
  // By keys: Firefox's driver sets values without events.
  await page.getByLabel('用户名', { exact: true }).pressSequentially(name)
  await page.getByLabel('密码', { exact: true }).pressSequentially(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  for (let turn = 0; new URL(page.url()).pathname !== '/user'; turn += 1) {
    if (turn === 150) throw new Error(`${name} is not signed in: ${page.url()}`)
    await page.waitForTimeout(200)
  }
}
