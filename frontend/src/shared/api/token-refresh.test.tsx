import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loginDialogOpen } from '@/shared/feedback/login-dialog.ts'
import { currentToast } from '@/shared/feedback/toasts.ts'
import { API, failure, requests, server } from '@/testing/server.ts'
import { sendGet, sendPost } from './client.ts'
import { accessToken, refreshToken, startSession } from './session.ts'

const sent = (path: string) => requests.filter(({ url }) => new URL(url).pathname.endsWith(path))
const bearers = (path: string) => sent(path).map((request) => request.headers.get('Authorization'))
const ok = () => HttpResponse.json({ code: 200, msg: '' })
const ended = () => failure(403, 403, '', { error: 'session_ended' })

/** Calls take only the access token `good`; a refresh gives it for the refresh token `old-refresh`. */
function serveTokens(good = 'new') {
  const answer = ({ request }: { request: Request }) =>
    request.headers.get('Authorization') === `Bearer ${good}` ? ok() : failure(401, 401, '', { error: 'token_expired' })
  server.use(
    http.get(`${API}/mine`, answer),
    http.post(`${API}/mine`, answer),
    http.get(`${API}/user/token`, ({ request }) =>
      request.headers.get('Authorization') === 'Bearer old-refresh'
        ? HttpResponse.json({ code: 200, msg: '', data: { accessToken: 'new', refreshToken: 'next', expiresIn: 900 } })
        : ended(),
    ),
  )
}

beforeEach(() => {
  loginDialogOpen.set(false)
  startSession({ accessToken: 'old', refreshToken: 'old-refresh' })
})
afterEach(() => void vi.unstubAllGlobals())

it('refreshes once for all requests that were refused, and each is sent again unseen', async () => {
  serveTokens()
  await Promise.all([1, 2, 3].map((n) => sendGet('/v2/mine', { n })))
  expect(bearers('/user/token')).toEqual(['Bearer old-refresh'])
  expect(bearers('/mine')).toEqual([...Array(3).fill('Bearer old'), ...Array(3).fill('Bearer new')])
  expect([accessToken(), refreshToken()]).toEqual(['new', 'next'])
  expect([localStorage.getItem('accessToken'), localStorage.getItem('refreshToken')]).toEqual(['new', 'next'])
  expect(currentToast.get()).toBeNull()
  expect(loginDialogOpen.get()).toBe(false)
})

it('lets requests that start meanwhile wait for the new token', async () => {
  serveTokens()
  const later: Promise<unknown>[] = []
  server.use(
    http.get(`${API}/user/token`, () => {
      later.push(sendGet('/v2/mine', { later: 1 }))
    }),
  )
  await sendGet('/v2/mine')
  await Promise.all(later)
  expect(bearers('/mine')).toEqual(['Bearer old', 'Bearer new', 'Bearer new'])
})

it('sends a write again, though it is the same within a second', async () => {
  // All of it in that second, however slow the machine is.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  serveTokens()
  await sendPost('/v2/mine', { a: 1 })
  expect(await Promise.all(sent('/mine').map((request) => request.clone().text()))).toEqual(['{"a":1}', '{"a":1}'])
  await expect(sendPost('/v2/mine', { a: 1 })).rejects.toMatchObject({ kind: 'duplicate' })
})

it('takes the tokens another window got, without asking', async () => {
  serveTokens()
  localStorage.setItem('accessToken', 'new')
  await sendGet('/v2/mine')
  expect(sent('/user/token')).toEqual([])
})

it('takes turns with other windows where the browser can', async () => {
  serveTokens()
  const request = vi.fn((_name: string, work: () => Promise<void>) => work())
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }))
  await sendGet('/v2/mine')
  expect(request).toHaveBeenCalledOnce()
})

it.each([false, true])('a refused refresh clears the tokens and asks to log in (silent: %s)', async (silent) => {
  serveTokens()
  startSession({ accessToken: 'old', refreshToken: 'used-up' })
  await expect(sendGet('/v2/mine', {}, { silent })).rejects.toMatchObject({ code: 403 })
  expect([accessToken(), refreshToken()]).toEqual([null, null])
  // The login stays behind: another window with something unsaved waits for the same member.
  expect(Object.keys(localStorage)).toEqual(['login'])
  expect(loginDialogOpen.get()).toBe(true)
  expect(sent('/mine')).toHaveLength(1)
})

it('without a refresh token there is nothing to ask', async () => {
  serveTokens()
  localStorage.removeItem('refreshToken')
  await expect(sendGet('/v2/mine')).rejects.toMatchObject({ code: 403 })
  expect(sent('/user/token')).toEqual([])
  expect(accessToken()).toBeNull()
})

it('gives up on a request that is refused with fresh tokens too', async () => {
  serveTokens('another')
  await expect(sendGet('/v2/mine')).rejects.toMatchObject({ code: 401 })
  expect(sent('/mine')).toHaveLength(2)
  expect(sent('/user/token')).toHaveLength(1)
})

it.each([
  ['no connection', () => HttpResponse.error(), { kind: 'offline' }],
  ['a busy server', () => failure(503, 500, '系统繁忙'), { status: 503 }],
  ['too many calls', () => failure(429, 402, '操作过于频繁'), { status: 429 }],
])('%s during a refresh ends no session', async (_, answer, error) => {
  serveTokens()
  server.use(http.get(`${API}/user/token`, answer))
  await expect(sendGet('/v2/mine')).rejects.toMatchObject(error)
  expect(refreshToken()).toBe('old-refresh')
  expect(loginDialogOpen.get()).toBe(false)
})

it('a call without a token takes no part in it', async () => {
  serveTokens()
  await expect(sendGet('/v2/mine', {}, { withoutToken: true })).rejects.toMatchObject({ code: 401 })
  expect(bearers('/mine')).toEqual([null])
  expect(sent('/user/token')).toEqual([])
})
