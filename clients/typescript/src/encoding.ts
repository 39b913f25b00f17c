/** Bytes in their own buffer, as WebCrypto requires. */
export type Bytes = Uint8Array<ArrayBuffer>

const encoder = new TextEncoder()

/** UTF-8 bytes of a text; lone surrogates become U+FFFD as in a URL. */
export function utf8(text: string): Bytes {
  return Uint8Array.from(encoder.encode(text))
}

/** Lower-case hex, two digits per byte. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Base64url without padding (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The DER bytes inside a PEM block, whatever its label and line length. */
export function pemToDer(pem: string): Bytes {
  const base64 = pem.replace(/-----[A-Z ]+-----/g, '').replace(/\s+/g, '')
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}

/** Concatenates the parts. */
export function concatBytes(...parts: Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let offset = 0
  for (const part of parts) {
    joined.set(part, offset)
    offset += part.length
  }
  return joined
}
