import { canonicalPairs, signRequest } from '@signer'
import axios, { AxiosHeaders, type AxiosResponse, type InternalAxiosRequestConfig, isAxiosError, isCancel } from 'axios'
import { REQUEST_TIMEOUT_MS } from '../config/constants.ts'
import { keepWithoutWorker } from '../lib/seen-answers.ts'
import { inlinedConfig } from './app-config.ts'
import { clientKey, cryptoBackend, replaceClientKey } from './client-key.ts'
import { correctClock, serverNow } from './clock.ts'
import type { Schemas } from './contract.ts'
import { refuseDuplicate } from './duplicate-guard.ts'
import { announce } from './error-announcer.ts'
import { ApiError, type FailureBody, fromAnswer, fromStatus, offline, timedOut } from './errors.ts'
import { parseJson } from './json.ts'
import { accessToken } from './session.ts'
import { afterRefresh, refreshTokens } from './token-refresh.ts'
import type { Envelope } from './types.ts'

/** Options of a request. */
export interface RequestOptions {
  /** Cancels the request. */
  signal?: AbortSignal
  /** Logs errors instead of announcing them: the page shows them itself (R15.11). */
  silent?: boolean
  /** Error codes that the caller handles: neither logged nor announced. */
  expected?: readonly string[]
  /** Sends no bearer token. */
  withoutToken?: boolean
  /** Allows identical POST and PUT requests within a second (R15.12). */
  repeatable?: boolean
  /** Sent instead of the access token; its rejection triggers no refresh. */
  bearer?: string
  /** Timeout in milliseconds, if not the default. */
  timeout?: number
  /** The response is text. */
  text?: boolean
  /** Skips the signature; only for the configuration request. */
  unsigned?: boolean
}

interface SentConfig extends InternalAxiosRequestConfig {
  options?: RequestOptions
  /** Whether it was retried after a signature error. */
  signedAgain?: boolean
  /** Time of signing by the server's clock in milliseconds; default now. */
  signedAt?: number
  /** Whether it was retried with refreshed tokens. */
  refreshed?: boolean
  /** The access token it was sent with. */
  sentToken?: string
}

/** Query parameters; empty ones are not sent. */
export type Params = Record<string, string | number | null | undefined>

const BASE_PATH = '/prod-api'
/** Header of an answer that the service worker kept from an earlier time (build/service-worker.js). */
const KEPT = 'x-kept'

const http = axios.create({
  baseURL: BASE_PATH,
  timeout: REQUEST_TIMEOUT_MS,
  headers: { Accept: 'application/json' },
  transformRequest: [(data) => data],
  transformResponse: [(data) => parseOrKeep(data)],
  validateStatus: () => true,
})

function parseOrKeep(data: unknown): unknown {
  if (typeof data !== 'string') return data
  try {
    return parseJson(data)
  } catch {
    return data
  }
}

http.interceptors.request.use(async (config: SentConfig) => {
  const method = (config.method ?? 'get').toUpperCase()
  const url = config.url ?? ''
  const body = isBody(config.data) ? config.data : ''
  const options = config.options ?? {}
  const isFirstAttempt = !config.signedAgain && !config.refreshed
  if (isFirstAttempt && !options.repeatable && typeof body === 'string') {
    refuseDuplicate(method, url, body, performance.now())
  }
  const headers = AxiosHeaders.from(config.headers)
  const bearer = await bearerOf(config)
  if (bearer) headers.set('Authorization', `Bearer ${bearer}`)
  if (!options.unsigned) {
    const [path = '', query = ''] = url.split('?')
    const key = await clientKey(loadConfig)
    headers.set({
      ...(await signRequest(await cryptoBackend(), key, {
        method,
        path,
        query,
        body,
        now: config.signedAt ?? serverNow(),
      })),
    })
  }
  config.headers = headers
  return config
})

type Body = string | Uint8Array<ArrayBuffer>

function isBody(data: unknown): data is Body {
  return typeof data === 'string' || data instanceof Uint8Array
}

/** The token to send. The access token is recorded to recognise its rejection. */
async function bearerOf(config: SentConfig): Promise<string | null> {
  const { bearer, withoutToken } = config.options ?? {}
  if (bearer || withoutToken) return bearer ?? null
  await afterRefresh()
  config.sentToken = accessToken() ?? undefined
  return accessToken()
}

http.interceptors.response.use(async (response: AxiosResponse) => {
  const config = response.config as SentConfig
  const body: unknown = response.data
  if (isSuccess(response.status, body, config.options?.text ?? false)) {
    const isPublic = config.method === 'get' && !config.headers.has('Authorization')
    if (isPublic) keepWithoutWorker(config.url ?? '', body)
    return response.headers[KEPT] ? { ...response, data: { ...response.data, kept: true } } : response
  }
  if (isFailureBody(body)) {
    const next = await anotherAttempt(config, body)
    if (next) return http.request(next)
    throw fromAnswer(response.status, body, Number(response.headers['retry-after'] ?? 0))
  }
  throw fromStatus(response.status)
})

/** The request to retry after a failure; none if a retry is pointless. */
async function anotherAttempt(config: SentConfig, body: FailureBody): Promise<SentConfig | null> {
  // Signed with the server's own time, which is never ahead of it.
  if (!config.signedAgain && mendSignature(body)) return { ...config, signedAgain: true, signedAt: body.serverTime }
  if (config.refreshed || body.code !== 401 || !config.sentToken) return null
  await refreshTokens(config.sentToken, askForTokens)
  return { ...config, signedAt: undefined, refreshed: true }
}

/** The tokens after `bearer`: `GET /v2/user/token`. */
async function askForTokens(bearer: string): Promise<Schemas['TokenPair']> {
  const options = { bearer, silent: true }
  return (await send<Envelope & { data: Schemas['TokenPair'] }>('GET', '/v2/user/token', undefined, options)).data
}

function isSuccess(status: number, body: unknown, text: boolean): boolean {
  if (isFailureBody(body)) return body.code === 200
  const isThere = text ? typeof body === 'string' : typeof body === 'object' && body !== null
  return status >= 200 && status < 300 && isThere
}

function isFailureBody(body: unknown): body is FailureBody {
  return typeof body === 'object' && body !== null && typeof (body as FailureBody).code === 'number'
}

/** Fixes the cause of a signature error; returns whether to retry. */
function mendSignature(body: FailureBody): boolean {
  if (body.error === 'timestamp_skew' && typeof body.serverTime === 'number') {
    correctClock(body.serverTime)
    return true
  }
  if (body.error === 'client_key_invalid') {
    replaceClientKey(loadConfig)
    return true
  }
  return false
}

async function loadConfig(): Promise<Schemas['AppConfig']> {
  const config = inlinedConfig()
  if (config) return config
  const answer = await send<Envelope & { data: Schemas['AppConfig'] }>('GET', '/v2/app/config', undefined, {
    unsigned: true,
    withoutToken: true,
    silent: true,
  })
  return answer.data
}

/** Id of this application, sent with forms (R14.11). */
export async function applicationId(): Promise<string> {
  return (await loadConfig()).appId
}

function toApiError(error: unknown): unknown {
  if (error instanceof ApiError || isCancel(error)) return error
  if (!isAxiosError(error)) return error
  return error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT' ? timedOut() : offline()
}

function send<T extends Envelope>(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  body: unknown,
  options: RequestOptions,
): Promise<T> {
  const data = body === undefined ? undefined : JSON.stringify(body)
  return sendBody<T>(method, url, data, 'application/json;charset=utf-8', options)
}

async function sendBody<T>(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  data: Body | undefined,
  type: string,
  options: RequestOptions,
): Promise<T> {
  try {
    const headers = data === undefined ? {} : { 'Content-Type': type }
    const timeout = options.timeout ?? REQUEST_TIMEOUT_MS
    const config = { method, url, data, headers, timeout, signal: options.signal, options }
    return (await http.request<T>(config)).data
  } catch (error) {
    const failure = toApiError(error)
    if (failure instanceof ApiError && !options.expected?.includes(failure.errorCode)) {
      announce(failure, options.silent ?? false)
    }
    throw failure
  }
}

/** GET with a canonical query; returns the body. `http.ts` has a typed version. */
export function sendGet<T extends Envelope>(
  path: string,
  params: Params = {},
  options: RequestOptions = {},
): Promise<T> {
  return send<T>('GET', withQuery(path, params), undefined, options)
}

/** The address of a GET below the base path, with its canonical query. */
export function withQuery(path: string, params: Params): string {
  const pairs = Object.entries(params).flatMap(([key, value]): [string, string][] =>
    value === null || value === undefined || value === '' ? [] : [[key, String(value)]],
  )
  const query = canonicalPairs(pairs)
  return query === '' ? path : `${path}?${query}`
}

/** GET of a text file. */
export function sendText(path: string, options: RequestOptions = {}): Promise<string> {
  return sendBody<string>('GET', path, undefined, '', { ...options, text: true })
}

/** POST of bytes; returns the body. */
export function sendBytes<T extends Envelope>(
  path: string,
  params: Params | undefined,
  bytes: Uint8Array<ArrayBuffer>,
  options: RequestOptions = {},
): Promise<T> {
  return sendBody<T>('POST', withQuery(path, params ?? {}), bytes, 'application/octet-stream', options)
}

/** POST with a JSON body; returns the body. */
export function sendPost<T extends Envelope>(path: string, body: unknown, options: RequestOptions = {}): Promise<T> {
  return send<T>('POST', path, body, options)
}

/** PUT with a JSON body; returns the body. */
export function sendPut<T extends Envelope>(path: string, body: unknown, options: RequestOptions = {}): Promise<T> {
  return send<T>('PUT', path, body, options)
}
