// Writes clients/vectors.json: an independent implementation of the protocol (node:crypto and byte operations only,
// nothing of ../src), so that the signers of all three languages are tested against code that none of them shares.
// Run: node clients/typescript/test/make-vectors.mjs
// seal-key.pem is a key for these vectors alone: it is public and protects nothing.
import { constants, createHash, createHmac, createPublicKey, publicEncrypt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'

const UNRESERVED = /[A-Za-z0-9\-._~]/

function decodeBytes(text) {
  const bytes = []
  const raw = Buffer.from(text.replace(/\+/g, ' '), 'utf8')
  for (let i = 0; i < raw.length; i++) {
    if (raw[i] === 0x25) {
      bytes.push(Number.parseInt(raw.subarray(i + 1, i + 3).toString('latin1'), 16))
      i += 2
    } else bytes.push(raw[i])
  }
  return Buffer.from(bytes)
}

function encodeBytes(bytes) {
  let out = ''
  for (const byte of bytes) {
    const char = String.fromCharCode(byte)
    out += byte < 128 && UNRESERVED.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
  }
  return out
}

function canonical(query) {
  const pairs = []
  for (const segment of query.split('&')) {
    if (segment === '') continue
    const at = segment.indexOf('=')
    const key = at < 0 ? segment : segment.slice(0, at)
    const value = at < 0 ? '' : segment.slice(at + 1)
    pairs.push([Buffer.from(encodeBytes(decodeBytes(key))), Buffer.from(encodeBytes(decodeBytes(value)))])
  }
  pairs.sort((a, b) => Buffer.compare(a[0], b[0]) || Buffer.compare(a[1], b[1]))
  return pairs.map(([key, value]) => `${key}=${value}`).join('&')
}

const SEVENS = '07'.repeat(32)
const COUNTING = Array.from({ length: 32 }, (_, i) => i.toString(16).padStart(2, '0')).join('')
const HIGH = 'ff'.repeat(32)
const APP = 'yingku-public-app-secret-1'

const cases = [
  // The vector of the protocol description.
  [
    'GET',
    '/v2/works/detail/list',
    'pageSize=32&pageNum=1&keyword=%E4%B8%AD+a',
    1700000000000,
    'n0nce-0000000001',
    '',
    'fixed-secret',
    SEVENS,
  ],
  // No query, no body.
  ['GET', '/v2/works/detail/7300000000000000001', '', 1700000000001, 'n0nce-0000000002', '', APP, SEVENS],
  // A value that looks like two pairs is not two pairs (see the next one).
  ['GET', '/v2/works/detail/list', 'a=1%26b%3D2', 1700000000002, 'n0nce-0000000003', '', APP, SEVENS],
  ['GET', '/v2/works/detail/list', 'b=2&a=1', 1700000000002, 'n0nce-0000000003', '', APP, SEVENS],
  // `+`, `%20` and a literal plus sign.
  [
    'GET',
    '/v2/works/detail/list',
    'keyword=a+b&k2=a%20b&k3=a%2Bb',
    1700000000003,
    'n0nce-0000000004',
    '',
    APP,
    COUNTING,
  ],
  // Characters that encoders treat differently.
  [
    'GET',
    '/v2/works/detail/list',
    "keyword=!'()*~:$,[]@/?;&z=%21%27%28%29%2A%7E",
    1700000000004,
    'n0nce-0000000005',
    '',
    APP,
    COUNTING,
  ],
  // U+FFFD and U+1F600: UTF-16 order and byte order of the raw text differ, of the encoded text they do not.
  ['GET', '/v2/works/detail/list', '%F0%9F%98%80=1&%EF%BF%BD=2', 1700000000005, 'n0nce-0000000006', '', APP, COUNTING],
  // The same key several times: all kept, ordered by value.
  [
    'GET',
    '/v2/works/detail/list',
    'tagsId=10&tagsId=9&tagsId=1&tagsId=',
    1700000000006,
    'n0nce-0000000007',
    '',
    APP,
    COUNTING,
  ],
  // Empty segments, a key without `=`, an empty key, `=` inside a value.
  ['GET', '/v2/works/detail/list', '&&flag&=empty&k=a=b==&', 1700000000007, 'n0nce-0000000008', '', APP, COUNTING],
  // Lower-case percent digits and needlessly encoded letters.
  ['GET', '/v2/works/detail/list', 'keyword=%e4%b8%ad%41%2d%7e', 1700000000008, 'n0nce-0000000009', '', APP, COUNTING],
  // One key is the beginning of another; digits, capitals, small letters and `_` in ASCII order.
  ['GET', '/v2/dht/list', 'ab=1&a=2&A=3&_=4&0=5&a.=6&a%2F=7', 1700000000009, 'n0nce-0000000010', '', APP, HIGH],
  // A JSON body with Chinese text and a big number; trailing slash of the path kept.
  [
    'POST',
    '/v2/user/collect/cate/',
    '',
    1700000000010,
    'n0nce-0000000011',
    '{"cateName":"稍后再看","dataId":7300000000000000001}',
    APP,
    HIGH,
  ],
  // Lower-case method is signed upper-case; query and body together; quotes and a line end in the body.
  [
    'put',
    '/v2/message',
    'x=1',
    1700000000011,
    'AZaz09_-AZaz09_-',
    '{"message":"line one\\nline \\"two\\" 😀"}',
    APP,
    HIGH,
  ],
  // Percent-encoding in the path is signed as sent.
  ['GET', '/v2/%65cho/%E4%B8%AD', 'q=%00%7F', 1700000000012, 'n'.repeat(64), '', APP, HIGH],
  // A secret longer than the HMAC block and with characters outside ASCII.
  ['DELETE', '/v2/works/detail/list', 'k=v', 1700000000013, 'n0nce-0000000014', ' ', `映库${'-long'.repeat(20)}`, HIGH],
  // Only whitespace differs from an empty body.
  ['POST', '/v2/user/logout', '', 9999999999999, 'n0nce-0000000015', '\n', APP, SEVENS],
  // The maximum of pairs; empty segments do not count.
  ['GET', '/v2/dht/list', `&${pairs(64)}&&`, 1700000000014, 'n0nce-0000000016', '', APP, SEVENS],
  // The worked request of docs/api.md, with the key of the seal below.
  [
    'POST',
    '/v2/message',
    'b=2&a=1+1&&empty',
    1700000000123,
    'worked-example-00000001',
    '{"message":"你好"}',
    APP,
    COUNTING,
  ],
]

// Queries without a canonical form: a client does not sign them, and the server returns `query_malformed`.
const refusedQueries = [
  { query: 'k=%', why: 'a percent sign without two hex digits' },
  { query: 'k=%4', why: 'a percent sign without two hex digits' },
  { query: 'k=%zz', why: 'a percent sign without two hex digits' },
  { query: '%zz', why: 'a percent sign without two hex digits' },
  { query: 'k=%+1', why: 'a percent sign without two hex digits' },
  { query: 'k=%E4%B8', why: 'not UTF-8' },
  { query: '%ff=1', why: 'not UTF-8' },
  { query: 'k=%C0%80', why: 'not UTF-8' },
  { query: 'k=%ED%A0%80', why: 'not UTF-8' },
  { query: pairs(65), why: 'more than 64 pairs' },
]

/** A query of `count` distinct pairs. */
function pairs(count) {
  return Array.from({ length: count }, (_, index) => `k${index}=${index}`).join('&')
}

const requests = cases.map(([method, path, query, timestamp, nonce, bodyText, secret, clientKeyHex]) => {
  const canonicalQuery = canonical(query)
  const bodyHash = createHash('sha256').update(bodyText, 'utf8').digest('hex')
  const key = createHmac('sha256', secret).update('av1-sign').update(Buffer.from(clientKeyHex, 'hex')).digest()
  const lines = ['AV1-HMAC-SHA256', method.toUpperCase(), path, canonicalQuery, timestamp, nonce, bodyHash]
  const signature = createHmac('sha256', key).update(lines.join('\n'), 'utf8').digest('hex')
  return { method, path, query, canonicalQuery, timestamp, nonce, bodyText, secret, clientKeyHex, signature }
})

/** MGF1 of RFC 8017 (B.2.1) with SHA-256. */
function mask(seed, length) {
  const blocks = []
  for (let counter = 0; counter * 32 < length; counter++) {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(counter)
    blocks.push(createHash('sha256').update(seed).update(number).digest())
  }
  return Buffer.concat(blocks).subarray(0, length)
}

/** RSA-OAEP with a given seed; SHA-256, MGF1-SHA-256, empty label. */
function seal(publicKey, plain, seed) {
  const xor = (a, b) => Buffer.from(a.map((byte, index) => byte ^ b[index]))
  const label = createHash('sha256').digest()
  const block = Buffer.concat([label, Buffer.alloc(256 - plain.length - 66), Buffer.from([1]), plain])
  const maskedBlock = xor(block, mask(seed, block.length))
  const maskedSeed = xor(seed, mask(maskedBlock, 32))
  const encoded = Buffer.concat([Buffer.alloc(1), maskedSeed, maskedBlock])
  return publicEncrypt({ key: publicKey, padding: constants.RSA_NO_PADDING }, encoded)
}

const privateKey = readFileSync(new URL('seal-key.pem', import.meta.url), 'utf8')
const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'pem' })
// The server's key id is the beginning of its hash; to a client it is opaque.
const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
const kid = `k${createHash('sha256').update(der).digest().subarray(0, 6).toString('base64url')}`

const seals = [
  ['seal of docs/api.md', COUNTING, '101112131415161718191a1b1c1d1e1f', 1700000000000, '2a'.repeat(32)],
  ['bytes of 0 and 255', HIGH, '00'.repeat(16), 9999999999999, '00'.repeat(32)],
].map(([name, clientKeyHex, deviceIdHex, createdAt, oaepSeedHex]) => {
  const time = Buffer.alloc(8)
  time.writeBigUInt64BE(BigInt(createdAt))
  const hex = (digits) => Buffer.from(digits, 'hex')
  const plain = Buffer.concat([Buffer.from([1]), hex(clientKeyHex), hex(deviceIdHex), time])
  const sealed = seal(publicKey, plain, hex(oaepSeedHex))
  const header = `${kid}.${sealed.toString('base64url')}`
  const plainHex = plain.toString('hex')
  return { name, kid, publicKey, privateKey, clientKeyHex, deviceIdHex, createdAt, plainHex, oaepSeedHex, header }
})

const vectors = { requests, refusedQueries, seals }
writeFileSync(new URL('../../vectors.json', import.meta.url), `${JSON.stringify(vectors, null, 2)}\n`)
