import type { CryptoBackend, MacKey } from './crypto-backend.ts'
import { type Bytes, concatBytes, pemToDer, toBase64Url, utf8 } from './encoding.ts'

/**
 * One installation's key: the header that carries it, encrypted, and the derived signing key. Create one per
 * installation and keep it; the server caches the decryption and accepts it for 90 days.
 */
export interface ClientKey {
  /** Value of `X-Client-Key`: `kid.base64url(ciphertext)`. */
  header: string
  signingKey: MacKey
  /** Milliseconds since the epoch. */
  createdAt: number
}

/** The inputs of a new client key. */
export interface ClientKeyInput {
  /** Id of the server's public key. */
  kid: string
  /** PEM SubjectPublicKeyInfo of the server. */
  publicKey: string
  /** The application's fixed secret: a public identifier. */
  secret: string
  /** The server's clock as the client knows it, milliseconds since the epoch. */
  now: number
}

/** HMAC(fixed secret, "av1-sign" ‖ K) as bytes. */
export async function deriveSigningKey(backend: CryptoBackend, secret: string, clientKey: Bytes): Promise<Bytes> {
  return backend.mac(await backend.macKey(utf8(secret)), concatBytes(utf8('av1-sign'), clientKey))
}

/** The 57 bytes to encrypt: version 1, the key (32 bytes), the device id (16), the time in ms (8, big-endian). */
export function sealedBytes(clientKey: Bytes, deviceId: Bytes, createdAt: number): Bytes {
  const time = new Uint8Array(8)
  // Safari 14 has no setBigUint64.
  const view = new DataView(time.buffer)
  view.setUint32(0, Math.floor(createdAt / 2 ** 32))
  view.setUint32(4, createdAt % 2 ** 32)
  return concatBytes(Uint8Array.of(1), clientKey, deviceId, time)
}

/** Creates a client key; the raw 32 bytes are discarded when this returns. */
export async function createClientKey(backend: CryptoBackend, input: ClientKeyInput): Promise<ClientKey> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const deviceId = crypto.getRandomValues(new Uint8Array(16))
  const plain = sealedBytes(raw, deviceId, input.now)
  const sealed = await backend.rsaOaep(pemToDer(input.publicKey), plain)
  const signingKey = await backend.macKey(await deriveSigningKey(backend, input.secret, raw))
  raw.fill(0)
  plain.fill(0)
  return { header: `${input.kid}.${toBase64Url(sealed)}`, signingKey, createdAt: input.now }
}
