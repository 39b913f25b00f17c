const MARK = 'v1.'
const IV_BYTES = 12

/** A non-extractable key. */
export function makeSealKey(): Promise<CryptoKey> {
  return crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

/** Encrypts a password for one user name. */
export async function seal(key: CryptoKey, userName: string, password: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(algorithm(iv, userName), key, new TextEncoder().encode(password))
  return MARK + toBase64Url(new Uint8Array([...iv, ...new Uint8Array(sealed)]))
}

/** Decrypts a sealed password; `null` if the key or name differs or it is broken. */
export async function unseal(key: CryptoKey, userName: string, text: string): Promise<string | null> {
  try {
    if (!text.startsWith(MARK)) return null
    const bytes = fromBase64Url(text.slice(MARK.length))
    const opened = await crypto.subtle.decrypt(
      algorithm(bytes.slice(0, IV_BYTES), userName),
      key,
      bytes.slice(IV_BYTES),
    )
    return new TextDecoder().decode(opened)
  } catch {
    return null
  }
}

function algorithm(iv: Uint8Array<ArrayBuffer>, userName: string): AesGcmParams {
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(userName) }
}

function toBase64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'))
  return Uint8Array.from(binary, (symbol) => symbol.charCodeAt(0))
}
