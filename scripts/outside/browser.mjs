// Chromium of the system, and people who use it.
import { chromium } from 'playwright-core'

export const PASSWORD = 'quiet-river-27'

export function launch() {
  return chromium.launch({ executablePath: process.env.CHROMIUM, args: ['--no-sandbox', '--disable-gpu', '--autoplay-policy=no-user-gesture-required'] })
}

/** A window of somebody who has said their age; without `isGrown`, of somebody who is asked. */
export function somebody(browser, origin, { isGrown = true, ...options } = {}) {
  const localStorage = [{ name: 'yingku.ageConfirmedAt', value: String(Date.now()) }]
  const storageState = { cookies: [], origins: isGrown ? [{ origin, localStorage }] : [] }
  return browser.newContext({ locale: 'zh-CN', timezoneId: 'Asia/Shanghai', serviceWorkers: 'block', storageState, ...options })
}

/** Logs in through the form; there are no captchas. */
export async function logIn(page, origin, name) {
  await page.goto(`${origin}/login`)
  await page.getByLabel('用户名', { exact: true }).fill(name)
  await page.getByLabel('密码', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await page.waitForURL(`${origin}/user`)
}
