import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loginDialogOpen } from '@/shared/feedback/login-dialog.ts'
import { currentToast } from '@/shared/feedback/toasts.ts'
import { API, failure, requests, server } from '@/testing/server.ts'
import { sendGet, sendPost } from './client.ts'
import { serverNow } from './clock.ts'

const toastText = () => currentToast.get()?.text
const sent = (path: string) => requests.filter((request) => request.url.includes(path))
const header = (path: string, name: string) => sent(path).map((request) => request.headers.get(name))

beforeEach(() => loginDialogOpen.set(false))
afterEach(() => void vi.unstubAllGlobals())

describe('signing', () => {
  it('sends the four headers and a canonical query without empty values', async () => {
    server.use(http.get(`${API}/echo`, () => HttpResponse.json({ code: 200, msg: '' })))
    await sendGet('/v2/echo', { b: 'x y', a: 0, none: undefined, empty: '', nothing: null })
    const [request] = sent('/echo')
    expect(new URL(request?.url ?? '').search).toBe('?a=0&b=x%20y')
    expect(request?.headers.get('X-Timestamp')).toMatch(/^\d{13}$/)
    expect(request?.headers.get('X-Nonce')).toMatch(/^[\w-]{16,64}$/)
    expect(request?.headers.get('X-Client-Key')).toMatch(/^k1\.[\w-]{342}$/)
    expect(request?.headers.get('X-Signature')).toMatch(/^[0-9a-f]{64}$/)
  })

  it('uses one client key for all requests', async () => {
    server.use(http.get(`${API}/echo`, () => HttpResponse.json({ code: 200, msg: '' })))
    await Promise.all([sendGet('/v2/echo', { n: 1 }), sendGet('/v2/echo', { n: 2 })])
    expect(new Set(header('/echo', 'X-Client-Key')).size).toBe(1)
    expect(new Set(header('/echo', 'X-Nonce')).size).toBe(2)
  })

  it('takes over the server’s clock and signs once more', async () => {
    const ahead = Date.now() + 20 * 60_000
    server.use(
      http.get(`${API}/echo`, ({ request }) => {
        const late = Math.abs(Number(request.headers.get('X-Timestamp')) - ahead) > 300_000
        if (late) return failure(401, 402, '时间不同步', { error: 'timestamp_skew', serverTime: ahead })
        return HttpResponse.json({ code: 200, msg: 'ok' })
      }),
    )
    expect(await sendGet('/v2/echo')).toEqual({ code: 200, msg: 'ok' })
    expect(new Set(header('/echo', 'X-Nonce')).size).toBe(2)
    expect(serverNow() - Date.now()).toBeGreaterThan(19 * 60_000)
    expect(toastText()).toBeUndefined()
  })

  it('signs once more with the very time it is told: a server that began just then takes nothing older', async () => {
    const began = serverNow() + 60_000
    server.use(
      http.get(`${API}/echo`, ({ request }) => {
        const before = Number(request.headers.get('X-Timestamp')) < began
        return before
          ? failure(401, 402, '时间不同步', { error: 'timestamp_skew', serverTime: began })
          : HttpResponse.json({ code: 200, msg: '' })
      }),
    )
    expect(await sendGet('/v2/echo')).toMatchObject({ code: 200 })
  })

  it('gives up when the second attempt is refused too', async () => {
    const skewed = () => failure(401, 402, '时间不同步', { error: 'timestamp_skew', serverTime: Date.now() })
    server.use(http.get(`${API}/echo`, skewed))
    await expect(sendGet('/v2/echo')).rejects.toMatchObject({ errorCode: 'timestamp_skew', message: '时间不同步' })
    expect(sent('/echo')).toHaveLength(2)
  })

  it('makes a new client key when the server refuses this one', async () => {
    let refused = false
    server.use(
      http.get(`${API}/echo`, () => {
        if (refused) return HttpResponse.json({ code: 200, msg: '' })
        refused = true
        return failure(401, 402, '密钥失效', { error: 'client_key_invalid', serverTime: Date.now() })
      }),
    )
    await sendGet('/v2/echo')
    expect(new Set(header('/echo', 'X-Client-Key')).size).toBe(2)
  })
})

it('keeps every digit of big integers', async () => {
  server.use(
    http.get(
      `${API}/echo`,
      () => new HttpResponse('{"code":200,"msg":"12345678901234567890","id":7300000000000000001}'),
    ),
  )
  expect(await sendGet('/v2/echo')).toEqual({ code: 200, msg: '12345678901234567890', id: '7300000000000000001' })
})

describe('identical writes', () => {
  it('refuses the second within a second and lets it pass later', async () => {
    server.use(http.post(`${API}/echo`, () => HttpResponse.json({ code: 200, msg: '' })))
    const now = vi.spyOn(performance, 'now').mockReturnValue(5000)
    await sendPost('/v2/echo', { a: 1 })
    await expect(sendPost('/v2/echo', { a: 1 })).rejects.toMatchObject({ kind: 'duplicate' })
    expect(toastText()).toBe('您的操作速度太快了！')
    await sendPost('/v2/echo', { a: 2 })
    await sendPost('/v2/echo', { a: 1 }, { repeatable: true })
    now.mockReturnValue(6000)
    await sendPost('/v2/echo', { a: 1 })
    expect(sent('/echo')).toHaveLength(4)
    expect(await sent('/echo')[0]?.clone().text()).toBe('{"a":1}')
  })
})

describe('the error catalogue', () => {
  it.each([
    [401, '服务端文字', '认证失败，无法访问系统资源'],
    [402, '余额不足', '余额不足'],
    [404, '服务端文字', '访问资源不存在'],
    [500, '出错了', '出错了'],
    [777, '', '系统未知错误，请反馈给管理员'],
  ])('code %i with %s shows %s', async (code, msg, shown) => {
    server.use(http.get(`${API}/echo`, () => failure(400, code, msg)))
    await expect(sendGet('/v2/echo')).rejects.toMatchObject({ code, message: shown })
    expect(toastText()).toBe(shown)
  })

  it('opens the login dialog for code 403', async () => {
    server.use(http.get(`${API}/echo`, () => failure(403, 403, '')))
    await expect(sendGet('/v2/echo')).rejects.toMatchObject({ code: 403 })
    expect(loginDialogOpen.get()).toBe(true)
    expect(toastText()).toBeUndefined()
  })

  it('names the status of an answer without an envelope', async () => {
    server.use(http.get(`${API}/echo`, () => new HttpResponse('<html>', { status: 502 })))
    await expect(sendGet('/v2/echo')).rejects.toMatchObject({ kind: 'status', status: 502 })
    expect(toastText()).toBe('系统接口502异常')
  })

  it('says when there is no connection', async () => {
    server.use(http.get(`${API}/echo`, () => HttpResponse.error()))
    await expect(sendGet('/v2/echo')).rejects.toMatchObject({ kind: 'offline' })
    expect(toastText()).toBe('后端接口连接异常')
  })

  it('gives up after ten seconds', async () => {
    class NeverAnswers {
      timeout = 0
      ontimeout: (() => void) | null = null
      open() {}
      setRequestHeader() {}
      send() {
        expect(this.timeout).toBe(10_000)
        queueMicrotask(() => this.ontimeout?.())
      }
    }
    server.use(http.get(`${API}/echo`, () => HttpResponse.json({ code: 200, msg: '' })))
    await sendGet('/v2/echo')
    vi.stubGlobal('XMLHttpRequest', NeverAnswers)
    await expect(sendGet('/v2/echo')).rejects.toMatchObject({ kind: 'timeout' })
    expect(toastText()).toBe('系统接口请求超时')
  })

  it('only logs silent failures', async () => {
    server.use(http.get(`${API}/echo`, () => failure(400, 402, '不行')))
    await expect(sendGet('/v2/echo', {}, { silent: true })).rejects.toMatchObject({ code: 402 })
    expect(toastText()).toBeUndefined()
    expect(console.error).toHaveBeenCalledOnce()
  })
})
