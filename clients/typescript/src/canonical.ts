/** A query without a canonical form: bad percent-encoding, bad UTF-8 or too many pairs. */
export class QueryMalformedError extends Error {
  override name = 'QueryMalformedError'
}

/** Maximum pairs in a signed query. */
export const MAX_QUERY_PAIRS = 64

/** RFC 3986 percent-encoding that leaves only `A-Za-z0-9-._~`. Lone surrogates become U+FFFD. */
export function encodeStrict(text: string): string {
  const wellFormed = text.replace(/[\uD800-\uDFFF]/gu, '\uFFFD')
  return encodeURIComponent(wellFormed).replace(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function decodeForm(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new QueryMalformedError(`cannot decode ${JSON.stringify(text)}`)
  }
}

/**
 * Pairs as a sorted, strictly encoded query. The order is that of the encoded ASCII text, first by key, then by
 * value, so it is the same in every language.
 */
export function canonicalPairs(pairs: ReadonlyArray<readonly [string, string]>): string {
  if (pairs.length > MAX_QUERY_PAIRS) throw new QueryMalformedError('too many query pairs')
  return pairs
    .map(([key, value]) => [encodeStrict(key), encodeStrict(value)] as const)
    .sort((a, b) => compareAscii(a[0], b[0]) || compareAscii(a[1], b[1]))
    .map(([key, value]) => `${key}=${value}`)
    .join('&')
}

function compareAscii(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** The canonical form of a query as sent (without `?`): split, form-decoded, then {@link canonicalPairs}. */
export function canonicalQuery(query: string): string {
  const pairs = query
    .split('&')
    .filter((segment) => segment !== '')
    .map((segment): [string, string] => {
      const equals = segment.indexOf('=')
      return equals < 0
        ? [decodeForm(segment), '']
        : [decodeForm(segment.slice(0, equals)), decodeForm(segment.slice(equals + 1))]
    })
  return canonicalPairs(pairs)
}

/** The signed parts of a request. */
export interface SignedParts {
  /** HTTP method; upper-cased before signing. */
  method: string
  /** Path as sent, percent-encoding untouched, without the base path `/prod-api`. */
  path: string
  /** Query as sent, without `?`; `''` when there is none. */
  query: string
  /** Milliseconds since the epoch. */
  timestamp: number
  /** 16 to 64 of `A-Za-z0-9_-`, new for every attempt. */
  nonce: string
  /** Lower-hex SHA-256 of the exact body bytes. */
  bodyHash: string
}

/** The seven lines that are signed. */
export function stringToSign(parts: SignedParts): string {
  return [
    'AV1-HMAC-SHA256',
    parts.method.toUpperCase(),
    parts.path,
    canonicalQuery(parts.query),
    String(parts.timestamp),
    parts.nonce,
    parts.bodyHash,
  ].join('\n')
}
