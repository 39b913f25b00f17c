import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { CryptoBackend } from './crypto-backend.ts'
import type { Bytes } from './encoding.ts'
import { rsaOaepEncrypt } from './rsa-oaep.ts'

/** The primitives without `crypto.subtle`, for pages on plain http. Keys are readable bytes here. */
export const pureCrypto: CryptoBackend = {
  async sha256(data) {
    return Uint8Array.from(sha256(data))
  },
  async macKey(bytes) {
    return bytes
  },
  async mac(key, data) {
    if (!(key instanceof Uint8Array)) throw new TypeError('this key belongs to WebCrypto')
    return Uint8Array.from(hmac(sha256, key as Bytes, data))
  },
  async rsaOaep(spki, message) {
    return rsaOaepEncrypt(spki, message, crypto.getRandomValues(new Uint8Array(32)))
  },
}
