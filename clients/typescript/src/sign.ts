import { stringToSign } from './canonical.ts'
import type { ClientKey } from './client-key.ts'
import type { CryptoBackend, MacKey } from './crypto-backend.ts'
import { type Bytes, toBase64Url, toHex, utf8 } from './encoding.ts'

/** A request about to be sent. */
export interface RequestToSign {
  method: string
  /** Path as sent, without the base path `/prod-api`. */
  path: string
  /** Query as sent, without `?`. */
  query: string
  /** The exact body, as text or bytes; `''` when there is none. */
  body: string | Bytes
  /** The server's clock, milliseconds since the epoch. */
  now: number
}

/** The four headers of a signed request. */
export interface SignatureHeaders {
  'X-Timestamp': string
  'X-Nonce': string
  'X-Client-Key': string
  'X-Signature': string
}

/** 192 random bits as 32 characters of `A-Za-z0-9_-`. */
export function freshNonce(): string {
  return toBase64Url(crypto.getRandomValues(new Uint8Array(24)))
}

/** Lower-hex signature over one request with a given nonce. */
export async function signature(
  backend: CryptoBackend,
  key: MacKey,
  request: RequestToSign & { nonce: string },
): Promise<string> {
  const body = typeof request.body === 'string' ? utf8(request.body) : request.body
  const bodyHash = toHex(await backend.sha256(body))
  const text = stringToSign({ ...request, timestamp: request.now, bodyHash })
  return toHex(await backend.mac(key, utf8(text)))
}

/** Signs a request with a new nonce. Call it again for every retry. */
export async function signRequest(
  backend: CryptoBackend,
  key: ClientKey,
  request: RequestToSign,
): Promise<SignatureHeaders> {
  const nonce = freshNonce()
  return {
    'X-Timestamp': String(request.now),
    'X-Nonce': nonce,
    'X-Client-Key': key.header,
    'X-Signature': await signature(backend, key.signingKey, { ...request, nonce }),
  }
}
