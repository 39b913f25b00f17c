import { randomUUID } from 'node:crypto'
import type { Page, Response } from '@playwright/test'
import { captchaAnswer, expired } from './secrets.ts'
import { expect } from './test.ts'

/** A password that fits every made-up member. */
export const PASSWORD = 'quiet-river-27'

/** A user name nobody else has. */
export function newName(): string {
  return `reader_${randomUUID().slice(0, 13)}`
}

/** Opens a form for visitors; answers what its captcha shows. */
export async function openForm(page: Page, path: '/login' | '/register'): Promise<string> {
  return captchaDuring(page, () => page.goto(path))
}

/** What the captcha shows that comes while something is done. */
export async function captchaDuring(page: Page, work: () => Promise<unknown>): Promise<string> {
  const uuids = new Map<string | null, string>()
  const listen = async (response: Response) => {
    if (!response.url().endsWith('/v2/user/captcha')) return
    // The page may have been left before it was read.
    const captcha = (await response.json().catch(() => null)) as { img: string; uuid: string } | null
    if (captcha) uuids.set(captcha.img, captcha.uuid)
  }
  page.on('response', listen)
  await work()
  const shown = () => page.getByRole('img', { name: '验证码图片' }).getAttribute('src')
  await expect.poll(async () => uuids.has(await shown())).toBe(true)
  page.off('response', listen)
  return captchaAnswer(uuids.get(await shown()) ?? '')
}

/** Fills in fields by their labels. */
export async function fill(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
}

/** Registers through the form, which leads to the login. */
export async function register(page: Page, name: string): Promise<void> {
  const answer = await openForm(page, '/register')
  await fill(page, {
    用户名: name,
    密码: PASSWORD,
    重复密码: PASSWORD,
    安全邮箱: 'reader@example.org',
    验证码: answer,
  })
  await page.getByRole('button', { name: '确认注册' }).click()
  await expect(page.getByText('恭喜您,注册成功!')).toBeVisible()
  await expect(page).toHaveURL('/login')
}

/** Logs in through the form, which leads to the member centre. */
export async function logIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  const answer = await openForm(page, '/login')
  await fill(page, { 用户名: name, 密码: password, 验证码: answer })
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page).toHaveURL('/user')
  await expect(page.getByText(name)).toBeVisible()
}

/** A new member, logged in; answers the name. */
export async function becomeMember(page: Page): Promise<string> {
  const name = newName()
  await register(page, name)
  await logIn(page, name)
  return name
}

/** The access token of this browser. */
export function accessToken(page: Page): Promise<string> {
  return page.evaluate(() => localStorage.getItem('accessToken') ?? '')
}

/** Makes an hour pass for the access token, in every window of this browser. */
export async function letTokenExpire(page: Page): Promise<void> {
  await page.evaluate(
    (token) => {
      localStorage.setItem('accessToken', token)
      window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }))
    },
    expired(await accessToken(page)),
  )
}
