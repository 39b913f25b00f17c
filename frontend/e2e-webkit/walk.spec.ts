import { expect, test } from '@playwright/test'
import { numberOf, workAt } from '../e2e/support/catalogue.ts'
import { newName, PASSWORD } from '../e2e/support/member.ts'
import { captchaAnswer } from '../e2e/support/secrets.ts'
import { workPath } from '../e2e/support/site.ts'
import { SITE } from '../e2e/support/test.ts'
import { Window } from './webkit.ts'

/** Notes what goes wrong in the page, and the captchas that come: what the driver does not tell. */
const WATCH = `
  if (window.watched) return
  window.watched = { trouble: [], captchas: {} }
  addEventListener('error', (event) => watched.trouble.push(event.message || String(event.target.src)), true)
  addEventListener('unhandledrejection', (event) => watched.trouble.push(String(event.reason)))
  const open = XMLHttpRequest.prototype.open
  XMLHttpRequest.prototype.open = function (...values) {
    this.addEventListener('load', () => {
      if (this.status >= 400) watched.trouble.push(this.status + ' ' + this.responseURL)
      if (!this.responseURL.endsWith('/v2/user/captcha')) return
      const { img, uuid } = JSON.parse(this.responseText)
      watched.captchas[img] = uuid
    })
    return open.apply(this, values)
  }`

const SHOWN_CAPTCHA = `
  const image = document.querySelector('img[alt="验证码图片"]')
  return image && window.watched?.captchas[image.getAttribute('src')]`

const LIKED = `
  const pressed = [...document.querySelectorAll('button[aria-pressed="true"]')]
  return pressed.some((button) => /喜欢/.test(button.getAttribute('aria-label') ?? button.textContent))`

let window: Window

test.beforeEach(async () => {
  window = await Window.open()
})

test.afterEach(async () => {
  await window.close()
})

async function captcha(): Promise<string> {
  return captchaAnswer(await window.until<string>(SHOWN_CAPTCHA, 'no captcha came'))
}

/** WebKit says so of every view transition that the next navigation cuts short; others keep it to themselves. */
const CUT_SHORT = 'AbortError: Skipping view transition because skipTransition() was called.'

async function quiet(): Promise<void> {
  const trouble = await window.run<string[]>('return window.watched?.trouble ?? []')
  expect(trouble.filter((text) => text !== CUT_SHORT)).toEqual([])
}

test('a visitor enters, reads a list and a work, searches, and finds the place again', async () => {
  await window.go(SITE)
  await window.press('我已成年，进入')
  await window.at(/^\/index$/)
  await window.run(WATCH)
  await window.press('有码')
  await window.at(/^\/censored$/)
  await window.reads(numberOf('censored', 0))
  // Home is kept, and hidden.
  await window.run(`[...document.querySelectorAll('main article a')].find((link) => link.offsetParent).click()`)
  await window.at(/^\/censored\/\d+$/)
  await window.reads(workAt('censored', 0).title)
  await window.back()
  await window.at(/^\/censored$/)
  await window.reads(numberOf('censored', 0))
  await window.type('搜索', numberOf('censored', 1).slice(0, -1))
  await window.find('[role="listbox"] [role="option"]')
  await quiet()
})

test('somebody registers, logs in, collects and likes, and the like is there after a reload', async () => {
  await window.go(SITE)
  await window.press('我已成年，进入')
  await window.at(/^\/index$/)
  await window.run(WATCH)
  await window.press('登录')
  await window.at(/^\/login$/)
  await window.press('没有账号?点我注册')
  await window.at(/^\/register$/)
  await window.reads('账户注册')
  const name = newName()
  await window.type('用户名', name)
  await window.type('密码', PASSWORD)
  await window.type('重复密码', PASSWORD)
  await window.type('安全邮箱', 'reader@example.org')
  await window.type('验证码', await captcha())
  await window.press('确认注册')
  await window.at(/^\/login$/)
  await window.reads('账户登陆')
  await window.type('密码', PASSWORD)
  await window.type('验证码', await captcha())
  await window.press('登录', '//form/')
  await window.at(/^\/user$/)
  await window.reads(name)
  await quiet()
  await window.go(SITE + workPath('censored', 3))
  await window.run(WATCH)
  await window.press('收藏')
  await window.reads('已添加到默认收藏夹')
  await window.press('喜欢')
  await window.until(LIKED, 'nothing is pressed')
  await quiet()
  await window.reload()
  await window.reads(workAt('censored', 3).title)
  await window.until(LIKED, 'the like is gone after a reload')
})
