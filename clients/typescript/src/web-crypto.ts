import type { CryptoBackend, MacKey } from './crypto-backend.ts'
import type { Bytes } from './encoding.ts'

const HMAC = { name: 'HMAC', hash: 'SHA-256' }
const OAEP = { name: 'RSA-OAEP', hash: 'SHA-256' }

/** The primitives on `crypto.subtle`: https, localhost and Node. */
export const webCrypto: CryptoBackend = {
  async sha256(data) {
    return new Uint8Array(await crypto.subtle.digest('SHA-256', data))
  },
  macKey(bytes) {
    return crypto.subtle.importKey('raw', bytes, HMAC, false, ['sign'])
  },
  async mac(key: MacKey, data: Bytes) {
    const usable = key instanceof Uint8Array ? await this.macKey(key) : key
    return new Uint8Array(await crypto.subtle.sign('HMAC', usable as CryptoKey, data))
  },
  async rsaOaep(spki, message) {
    const key = await crypto.subtle.importKey('spki', spki, OAEP, false, ['encrypt'])
    return new Uint8Array(await crypto.subtle.encrypt(OAEP, key, message))
  },
}

/** Whether this page has `crypto.subtle`; plain http addresses other than localhost do not. */
export function hasWebCrypto(): boolean {
  return typeof crypto !== 'undefined' && crypto.subtle !== undefined
}
