import { type ClientKey, createClientKey } from './client-key.ts'
import type { CryptoBackend } from './crypto-backend.ts'
import type { Bytes } from './encoding.ts'
import { type SignatureHeaders, signRequest } from './sign.ts'
import { webCrypto } from './web-crypto.ts'

/** The path prefix that is not signed, because a proxy may strip it. */
export const BASE_PATH = '/prod-api'

/** The server's settings could not be fetched; `cause` has the response or the error. */
export class ConnectError extends Error {
  override name = 'ConnectError'
}

/** The server's address and the application's secret. */
export interface ConnectOptions {
  /** Address of the API with its base path, such as `https://example.org/prod-api`. */
  base: string
  /** The application's fixed secret (`APP_SECRET` of the server): a public identifier. */
  secret: string
  /** The primitives; WebCrypto by default. Pages on plain http need `pureCrypto`. */
  backend?: CryptoBackend
  /** Fetches the settings; the platform's own by default. */
  fetch?: typeof fetch
}

/** One attempt of a request. */
export interface Attempt {
  /** HTTP method, in any case. */
  method: string
  /** The address as sent: whole, or path and query. */
  url: string
  /** The exact body, as text or bytes; none by default. */
  body?: string | Bytes
}

/**
 * One installation: its client key and the offset of the server's clock. Create one with {@link connect} and share it:
 * the server decrypts few new client keys.
 */
export class Signer {
  /** Address of the API with its base path, without a trailing slash. */
  readonly base: string
  readonly #key: ClientKey
  readonly #backend: CryptoBackend
  #offset = 0

  /** `serverTime` is the server's clock, milliseconds since the epoch. */
  constructor(base: string, key: ClientKey, backend: CryptoBackend, serverTime: number) {
    this.base = base.replace(/\/+$/, '')
    this.#key = key
    this.#backend = backend
    this.synchronise(serverTime)
  }

  /** The server's clock minus this machine's, milliseconds. */
  get offset(): number {
    return this.#offset
  }

  /** Adopts the server's clock, milliseconds since the epoch: the `serverTime` of a response just received. */
  synchronise(serverTime: number): void {
    // The response is older than now, so the computed time is never ahead of the server's.
    this.#offset = serverTime - Date.now()
  }

  /**
   * The four headers of one attempt. Sign again for every retry.
   *
   * Throws `QueryMalformedError` for a query without a canonical form.
   */
  async sign(attempt: Attempt): Promise<SignatureHeaders> {
    const url = new URL(attempt.url, this.base)
    const path = url.pathname.startsWith(BASE_PATH) ? url.pathname.slice(BASE_PATH.length) : url.pathname
    return signRequest(this.#backend, this.#key, {
      method: attempt.method,
      path,
      query: url.search.slice(1),
      body: attempt.body ?? '',
      now: Date.now() + this.#offset,
    })
  }

  /**
   * Whether to sign a failed request again: the error is `timestamp_skew`, and the server's clock is adopted.
   * `answer` is the parsed body of a response with HTTP status 401.
   */
  learnsFrom(answer: unknown): boolean {
    const { error, serverTime } = (answer ?? {}) as { error?: unknown; serverTime?: unknown }
    if (error !== 'timestamp_skew' || typeof serverTime !== 'number') return false
    this.synchronise(serverTime)
    return true
  }
}

/**
 * Fetches the server's public key and clock, and creates and encrypts a client key with a new device id.
 *
 * Throws {@link ConnectError} when the settings cannot be fetched.
 */
export async function connect(options: ConnectOptions): Promise<Signer> {
  const { base, secret, backend = webCrypto, fetch: send = fetch } = options
  const { kid, publicKey, serverTime } = await settings(`${base.replace(/\/+$/, '')}/v2/app/config`, send)
  const key = await createClientKey(backend, { kid, publicKey, secret, now: serverTime })
  return new Signer(base, key, backend, serverTime)
}

interface Settings {
  kid: string
  publicKey: string
  serverTime: number
}

async function settings(address: string, send: typeof fetch): Promise<Settings> {
  try {
    const answer = await send(address)
    const { data } = (await answer.json()) as { data?: Partial<Settings> }
    if (!answer.ok || !data?.kid || !data.publicKey || !data.serverTime) throw new TypeError(`HTTP ${answer.status}`)
    return data as Settings
  } catch (cause) {
    throw new ConnectError(`${address} gave no settings`, { cause })
  }
}
