import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { refusedQueries, requests, seals } from '../../vectors.json'
import {
  canonicalPairs,
  canonicalQuery,
  createClientKey,
  deriveSigningKey,
  freshNonce,
  pemToDer,
  QueryMalformedError,
  sealedBytes,
  signature,
  signRequest,
  stringToSign,
  toBase64Url,
  toHex,
  webCrypto,
} from '../src/index.ts'
import { pureCrypto } from '../src/pure-crypto.ts'
import { rsaOaepEncrypt } from '../src/rsa-oaep.ts'

const backends = [
  ['WebCrypto', webCrypto],
  ['plain JavaScript', pureCrypto],
] as const

const fromHex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

describe.each(backends)('shared vectors on %s', (_name, backend) => {
  it.each(requests)('$method $path?$query', async (vector) => {
    expect(canonicalQuery(vector.query)).toBe(vector.canonicalQuery)
    const bytes = await deriveSigningKey(backend, vector.secret, fromHex(vector.clientKeyHex))
    const key = await backend.macKey(bytes)
    const { method, path, query, nonce, bodyText: body, timestamp: now } = vector
    expect(await signature(backend, key, { method, path, query, nonce, body, now })).toBe(vector.signature)
    const sent = Uint8Array.from(new TextEncoder().encode(body))
    expect(await signature(backend, key, { method, path, query, nonce, body: sent, now })).toBe(vector.signature)
  })
})

it('agrees with the vector of the protocol description', () => {
  expect(requests[0]?.signature).toBe('22307f973d6d61cb210757e0aeeb66e500b9b43fa579d99c5e7254739fabbd5c')
})

describe('canonical query', () => {
  it('distinguishes a value with an ampersand from two pairs', () => {
    expect(canonicalPairs([['a', '1&b=2']])).not.toBe(
      canonicalPairs([
        ['a', '1'],
        ['b', '2'],
      ]),
    )
  })

  it('reads `+` and `%20` as the same space', () => {
    expect(canonicalQuery('k=a+b')).toBe(canonicalQuery('k=a%20b'))
  })

  it('encodes what encodeURIComponent leaves alone', () => {
    expect(canonicalPairs([['k', "!'()*"]])).toBe('k=%21%27%28%29%2A')
  })

  it('sorts the encoded text, not UTF-16 code units', () => {
    expect(canonicalQuery('%EF%BF%BD=2&%F0%9F%98%80=1')).toBe('%EF%BF%BD=2&%F0%9F%98%80=1')
  })

  it('turns a lone surrogate into U+FFFD and keeps a pair', () => {
    expect(canonicalPairs([['k', '\uD83D']])).toBe('k=%EF%BF%BD')
    expect(canonicalPairs([['k', '\u{1F600}']])).toBe('k=%F0%9F%98%80')
  })

  it('is the same for `a` and `a=`, and for empty segments', () => {
    expect(canonicalQuery('&a&&b=1&')).toBe(canonicalQuery('b=1&a='))
  })

  it.each(refusedQueries)('rejects $query: $why', ({ query }) => {
    expect(() => canonicalQuery(query)).toThrow(QueryMalformedError)
  })

  it('leaves the path as sent and upper-cases the method', () => {
    const lines = stringToSign({
      method: 'get',
      path: '/v2/%65cho/',
      query: '',
      timestamp: 1,
      nonce: 'n',
      bodyHash: '',
    })
    expect(lines.split('\n').slice(1, 3)).toEqual(['GET', '/v2/%65cho/'])
  })
})

describe.each(backends)('client key on %s', (_name, backend) => {
  it.each([2048, 3072])('seals version, key, device and time to a %i-bit key', async (modulusLength) => {
    const pair = generateKeyPairSync('rsa', { modulusLength })
    const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const now = 1_700_000_000_000
    const key = await createClientKey(backend, { kid: 'k1', publicKey, secret: 's', now })
    const [kid, sealed] = key.header.split('.')
    expect(kid).toBe('k1')
    expect(sealed).toMatch(/^[\w-]+$/)
    const options = { key: pair.privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    const plain = privateDecrypt(options, Buffer.from(sealed ?? '', 'base64url'))
    expect(plain).toHaveLength(57)
    expect(plain[0]).toBe(1)
    expect(plain.readBigUInt64BE(49)).toBe(BigInt(now))

    const request = { method: 'GET', path: '/v2/x', query: 'a=1', body: '', now }
    const signed = await signRequest(backend, key, request)
    const own = await pureCrypto.macKey(await deriveSigningKey(pureCrypto, 's', Uint8Array.from(plain.subarray(1, 33))))
    expect(signed['X-Signature']).toBe(await signature(pureCrypto, own, { ...request, nonce: signed['X-Nonce'] }))
  })

  it.each(seals)('seals what another client sealed: $name', async (vector) => {
    const { publicKey, plainHex, oaepSeedHex, header, privateKey } = vector
    const [, sealed = ''] = header.split('.')
    const again = rsaOaepEncrypt(pemToDer(publicKey), fromHex(plainHex), fromHex(oaepSeedHex))
    expect(toBase64Url(again)).toBe(sealed)
    const own = Buffer.from(await backend.rsaOaep(pemToDer(publicKey), fromHex(plainHex)))
    const options = { key: privateKey, padding: constants.RSA_PKCS1_OAEP_PADDING, oaepHash: 'sha256' }
    expect(privateDecrypt(options, own).toString('hex')).toBe(plainHex)
  })

  it.each(seals)('lays the bytes out as in $name', ({ clientKeyHex, deviceIdHex, createdAt, plainHex }) => {
    expect(toHex(sealedBytes(fromHex(clientKeyHex), fromHex(deviceIdHex), createdAt))).toBe(plainHex)
  })
})

it('makes a WebCrypto signing key that no script can read', async () => {
  const key = await webCrypto.macKey(new Uint8Array(32))
  expect(key).toMatchObject({ extractable: false })
})

it('makes a fresh nonce of the allowed alphabet each time', () => {
  const nonces = new Set(Array.from({ length: 100 }, freshNonce))
  expect(nonces.size).toBe(100)
  for (const nonce of nonces) expect(nonce).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
})
