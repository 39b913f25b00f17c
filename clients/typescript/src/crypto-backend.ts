import type { Bytes } from './encoding.ts'

/** A key for HMAC-SHA256: opaque to scripts in a secure context, bytes elsewhere. */
export type MacKey = CryptoKey | Bytes

/** The four primitives the signer needs; one implementation on WebCrypto, one in plain JavaScript. */
export interface CryptoBackend {
  sha256(data: Bytes): Promise<Bytes>
  /** Creates a key that scripts cannot read back, where the platform supports it. */
  macKey(bytes: Bytes): Promise<MacKey>
  mac(key: MacKey, data: Bytes): Promise<Bytes>
  /** RSA-OAEP with SHA-256 and MGF1-SHA256, empty label; the key is a DER SubjectPublicKeyInfo. */
  rsaOaep(spki: Bytes, message: Bytes): Promise<Bytes>
}
