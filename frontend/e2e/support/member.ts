import { randomUUID } from 'node:crypto'
import type { Page, Request, Response } from '@playwright/test'
import { captchaAnswer, expired } from './secrets.ts'
import { BASE_PATH, makeKey, type ReadableKey, sign } from './signed.ts'
import { expect } from './test.ts'

/** A password that fits every made-up member. */
export const PASSWORD = 'quiet-river-27'
const EMAIL = 'reader@example.org'
/** A file of the site that runs nothing: what is stored while it is shown is there before the first page. */
const QUIET_FILE = '/theme.js'

/** A user name nobody else has. */
export function newName(): string {
  return `reader_${randomUUID().slice(0, 13)}`
}

/** Opens a form for visitors; answers what its captcha shows. */
export async function openForm(page: Page, path: '/login' | '/register' | '/recover'): Promise<string> {
  return captchaDuring(page, () => page.goto(path))
}

/** The answer to the captcha that is requested while something is done. One that was requested before is another form's. */
export async function captchaDuring(page: Page, work: () => Promise<unknown>): Promise<string> {
  const requests = new Set<Request>()
  const uuids = new Map<string | null, string>()
  const noteRequest = (request: Request) => {
    if (request.url().endsWith('/v2/user/captcha')) requests.add(request)
  }
  const noteResponse = async (response: Response) => {
    if (!requests.has(response.request())) return
    // The page may have been left before it was read.
    const captcha = (await response.json().catch(() => null)) as { img: string; uuid: string } | null
    if (captcha) uuids.set(captcha.img, captcha.uuid)
  }
  page.on('request', noteRequest)
  page.on('response', noteResponse)
  await work()
  const image = page.getByRole('img', { name: '验证码图片' })
  let uuid = ''
  await expect.poll(async () => (uuid = uuids.get(await image.getAttribute('src')) ?? '')).not.toBe('')
  page.off('request', noteRequest)
  page.off('response', noteResponse)
  return captchaAnswer(uuid)
}

/** Fills in fields by their labels. */
export async function fill(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
}

/** Registers through the form, which leads to the login. */
export async function register(page: Page, name: string): Promise<void> {
  const answer = await openForm(page, '/register')
  await fill(page, { 用户名: name, 密码: PASSWORD, 重复密码: PASSWORD, 安全邮箱: EMAIL, 验证码: answer })
  await page.getByRole('button', { name: '确认注册' }).click()
  await expect(page.getByText('恭喜您,注册成功!')).toBeVisible()
  await page.getByRole('dialog', { name: '保存恢复码' }).getByRole('button', { name: '已保存' }).click()
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

/** The site that a page shows or is about to show. */
async function openQuietFile(page: Page): Promise<string> {
  await page.goto(QUIET_FILE)
  return new URL(page.url()).origin
}

/** Playwright would take an open connection again for a call that a test hands on, long after the server has closed it. */
const NO_KEEP_ALIVE = { Connection: 'close' }

/** A new client key of a site. */
async function newKey(page: Page, site: string): Promise<ReadableKey> {
  const answer = await page.request.get(`${site}${BASE_PATH}/v2/app/config`, { headers: NO_KEEP_ALIVE })
  return makeKey(await answer.text())
}

/** Sends a form with what its captcha shows, as the site would; answers what came. */
async function send(page: Page, site: string, key: ReadableKey, path: string, form: object): Promise<unknown> {
  const captchaPath = '/v2/user/captcha'
  const headers = { ...(await sign(key, 'GET', captchaPath)), ...NO_KEEP_ALIVE }
  const { uuid } = await (await page.request.get(`${site}${BASE_PATH}${captchaPath}`, { headers })).json()
  return post(page, site, key, path, { ...form, code: captchaAnswer(uuid), uuid })
}

/** Sends a form, signed; answers what came. */
async function post(page: Page, site: string, key: ReadableKey, path: string, form: object, more = {}) {
  const body = JSON.stringify(form)
  const signed = await sign(key, 'POST', path, { body })
  const headers = { ...signed, ...NO_KEEP_ALIVE, 'Content-Type': 'application/json', ...more }
  const answer = await page.request.post(`${site}${BASE_PATH}${path}`, { headers, data: Buffer.from(body) })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer.json()
}

/** Makes a member without the form; answers the name. */
export async function makeMember(page: Page): Promise<string> {
  const site = await openQuietFile(page)
  return registerAt(page, site, await newKey(page, site))
}

async function registerAt(page: Page, site: string, key: ReadableKey): Promise<string> {
  const userName = newName()
  const form = { userName, password: PASSWORD, confirmPassword: PASSWORD, email: EMAIL }
  await send(page, site, key, '/v2/user/register', form)
  return userName
}

/** Logs in without the form: the next page that is opened is a member's. */
export async function signIn(page: Page, name: string): Promise<void> {
  const site = await openQuietFile(page)
  await signInAt(page, site, await newKey(page, site), name)
}

async function signInAt(page: Page, site: string, key: ReadableKey, userName: string): Promise<void> {
  const form = { userName, password: PASSWORD, rememberMe: false }
  const { data: tokens } = (await send(page, site, key, '/v2/user/login', form)) as { data: Record<string, string> }
  sessions.set(page, { site, key, token: tokens.accessToken ?? '' })
  await page.evaluate(keepSession, { key: { ...key, signingKey: [...key.signingKey] }, tokens })
}

/** Who is logged in in a window without the form, and where. */
const sessions = new WeakMap<Page, { site: string; key: ReadableKey; token: string }>()

/** Likes a work as the member who is logged in without the form. */
export async function like(page: Page, workId: string): Promise<void> {
  const session = sessions.get(page)
  if (!session) throw new Error('nobody is logged in here')
  const { site, key, token } = session
  await post(page, site, key, '/v2/user/like', { status: 0, dataId: workId }, { Authorization: `Bearer ${token}` })
}

/** Asks support as the member who is logged in without the form. */
export async function ask(page: Page, message: string): Promise<void> {
  const session = sessions.get(page)
  if (!session) throw new Error('nobody is logged in here')
  const { site, key, token } = session
  await post(page, site, key, '/v2/message', { message }, { Authorization: `Bearer ${token}` })
}

interface StoredSession {
  key: Omit<ReadableKey, 'signingKey'> & { signingKey: number[] }
  tokens: Record<string, string>
}

/** Keeps a session where the site does: tokens work with the key that they were given to, which no page can read. */
async function keepSession({ key, tokens }: StoredSession): Promise<void> {
  const bytes = Uint8Array.from(key.signingKey)
  const signingKey = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const opening = indexedDB.open('yingku', 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore('client-key')
  const done = (one: IDBRequest | IDBTransaction, event: string) =>
    new Promise((resolve, reject) => {
      one.addEventListener(event, resolve)
      one.addEventListener('error', () => reject(one.error))
    })
  await done(opening, 'success')
  const keeping = opening.result.transaction('client-key', 'readwrite')
  keeping.objectStore('client-key').put({ ...key, signingKey }, 'current')
  await done(keeping, 'complete')
  opening.result.close()
  localStorage.setItem('login', String(Date.now()))
  localStorage.setItem('refreshToken', tokens.refreshToken ?? '')
  localStorage.setItem('accessToken', tokens.accessToken ?? '')
}

/** A new member, logged in; answers the name. The next page that is opened is the member's. */
export async function becomeMember(page: Page): Promise<string> {
  const site = await openQuietFile(page)
  const key = await newKey(page, site)
  const name = await registerAt(page, site, key)
  await signInAt(page, site, key, name)
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
