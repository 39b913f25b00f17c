import { sha256 } from '@noble/hashes/sha2.js'
import { type Bytes, concatBytes, toHex } from './encoding.ts'

const HASH_LENGTH = 32

interface RsaPublicKey {
  modulus: bigint
  exponent: bigint
  /** Length of the modulus in bytes. */
  size: number
}

/** RSAES-OAEP (RFC 8017 §7.1.1) with SHA-256, MGF1-SHA256 and an empty label. `seed` is 32 random bytes. */
export function rsaOaepEncrypt(spki: Bytes, message: Bytes, seed: Bytes): Bytes {
  const key = parsePublicKey(spki)
  const padding = key.size - message.length - 2 * HASH_LENGTH - 2
  if (padding < 0) throw new RangeError('message too long for this key')
  const block = concatBytes(sha256(new Uint8Array()), new Uint8Array(padding), Uint8Array.of(1), message)
  const maskedBlock = xor(block, mgf1(seed, block.length))
  const maskedSeed = xor(seed, mgf1(maskedBlock, HASH_LENGTH))
  const encoded = BigInt(`0x${toHex(concatBytes(Uint8Array.of(0), maskedSeed, maskedBlock))}`)
  return toBytes(power(encoded, key.exponent, key.modulus), key.size)
}

function mgf1(seed: Uint8Array, length: number): Uint8Array {
  const blocks: Uint8Array[] = []
  for (let counter = 0; counter * HASH_LENGTH < length; counter++) {
    const suffix = new Uint8Array(4)
    new DataView(suffix.buffer).setUint32(0, counter)
    blocks.push(sha256(concatBytes(seed, suffix)))
  }
  return concatBytes(...blocks).slice(0, length)
}

function xor(a: Uint8Array, b: Uint8Array): Uint8Array {
  return a.map((byte, index) => byte ^ (b[index] ?? 0))
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let square = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

function toBytes(value: bigint, size: number): Bytes {
  const hex = value.toString(16).padStart(size * 2, '0')
  return Uint8Array.from({ length: size }, (_, index) => Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16))
}

/** Reads modulus and exponent out of a DER SubjectPublicKeyInfo. */
function parsePublicKey(spki: Bytes): RsaPublicKey {
  const info = readElement(spki, 0, 0x30)
  const algorithm = readElement(info.body, 0, 0x30)
  const bits = readElement(info.body, algorithm.end, 0x03)
  const pair = readElement(bits.body.subarray(1), 0, 0x30)
  const modulus = readElement(pair.body, 0, 0x02)
  const exponent = readElement(pair.body, modulus.end, 0x02)
  const value = BigInt(`0x${toHex(modulus.body)}`)
  return {
    modulus: value,
    exponent: BigInt(`0x${toHex(exponent.body)}`),
    size: Math.ceil(value.toString(16).length / 2),
  }
}

function readElement(der: Uint8Array, start: number, tag: number): { body: Uint8Array; end: number } {
  if (der[start] !== tag) throw new TypeError('not an RSA public key')
  let cursor = start + 2
  let length = der[start + 1] ?? 0
  if (length & 0x80) {
    const digits = length & 0x7f
    length = 0
    for (let index = 0; index < digits; index++) length = length * 256 + (der[cursor++] ?? 0)
  }
  return { body: der.subarray(cursor, cursor + length), end: cursor + length }
}
