import { formatWait } from '../lib/format.ts'

/** Source of an error, for screens and the retry rule. */
export type ErrorKind = 'offline' | 'timeout' | 'status' | 'answer' | 'duplicate'

/** The only error type of API calls; `message` is Chinese and can be shown. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly kind: ErrorKind
  /** HTTP status; 0 without a response. */
  readonly status: number
  /** The body's `code`; 0 without an envelope. */
  readonly code: number
  /** The API's stable error code, e.g. `timestamp_skew`. */
  readonly errorCode: string

  constructor(message: string, details: { kind: ErrorKind; status?: number; code?: number; errorCode?: string }) {
    super(message)
    this.kind = details.kind
    this.status = details.status ?? 0
    this.code = details.code ?? 0
    this.errorCode = details.errorCode ?? ''
  }
}

/** Whether what was asked for does not exist, or not for this visitor. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.code === 404
}

/** Expected where a page says itself that what it shows is not there. */
export const MAY_BE_MISSING = ['not_found']

/** Body of an error response. */
export interface FailureBody {
  code: number
  msg?: string
  error?: string
  /** Milliseconds since the epoch, on signature errors. */
  serverTime?: number
}

/** Expected where a page asks by itself: who has to choose a password first is told so where they do something. */
export const OWN_PASSWORD_FIRST = ['password_change_required']

/** Texts the client shows instead of the server's (R15.8). */
const OWN_TEXT: Record<number, string> = {
  401: '认证失败，无法访问系统资源',
  403: '登陆信息已过期,请重新登陆',
  404: '访问资源不存在',
}
const TOO_MANY = 429
const UNKNOWN_TEXT = '系统未知错误，请反馈给管理员'

/**
 * The error for an answer whose `code` is not 200.
 *
 * @param retryAfter seconds until a retry makes sense, if the server says so
 */
export function fromAnswer(status: number, body: FailureBody, retryAfter = 0): ApiError {
  const text = OWN_TEXT[body.code] || body.msg || UNKNOWN_TEXT
  const isLockout = status === TOO_MANY && retryAfter > 0
  const message = isLockout ? text.replace('请稍后再试', `请${formatWait(retryAfter)}后再试`) : text
  return new ApiError(message, { kind: 'answer', status, code: body.code, errorCode: body.error })
}

/** The error of an ended session, the same as the API's (R15.5). */
export function sessionEnded(): ApiError {
  return fromAnswer(403, { code: 403, error: 'session_ended' })
}

/** The error of a response without an envelope. */
export function fromStatus(status: number): ApiError {
  return new ApiError(`系统接口${status}异常`, { kind: 'status', status })
}

/** The error of a request without a response. */
export function offline(): ApiError {
  return new ApiError('后端接口连接异常', { kind: 'offline' })
}

/** The error of a timeout. */
export function timedOut(): ApiError {
  return new ApiError('系统接口请求超时', { kind: 'timeout' })
}

/** The error of a duplicate POST or PUT (R15.12). */
export function duplicate(): ApiError {
  return new ApiError('您的操作速度太快了！', { kind: 'duplicate' })
}

/** Whether a retry makes sense: no connection, or a server error. */
export function isTemporary(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'offline' || error.status >= 500)
}
