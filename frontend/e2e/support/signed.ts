import {
  type Bytes,
  type ClientKey,
  type CryptoBackend,
  canonicalPairs,
  createClientKey,
  signRequest,
  webCrypto,
} from '@signer'

const APP_SECRET = 'yingku-public-app-secret-1'
export const BASE_PATH = '/prod-api'
const PAGE_SIZE = 100

/** WebCrypto, except that its keys can be read: a browser is given one. */
const readable: CryptoBackend = {
  ...webCrypto,
  macKey: async (bytes) => bytes,
  mac: (key, data) => webCrypto.mac(key, data),
}

/** A client key as a browser keeps it, with its signing key as bytes. */
export interface ReadableKey extends ClientKey {
  signingKey: Bytes
  /** The application secret it was made for. */
  madeFor: string
}

/** A new client key, from the text of the server's settings. */
export async function makeKey(settings: string): Promise<ReadableKey> {
  const { data } = JSON.parse(settings) as { data: { kid: string; publicKey: string } }
  const { kid, publicKey } = data
  const key = await createClientKey(readable, { kid, publicKey, secret: APP_SECRET, now: Date.now() })
  return { ...key, signingKey: key.signingKey as Bytes, madeFor: APP_SECRET }
}

/** The headers of one signed call. */
export async function sign(key: ReadableKey, method: string, path: string, { query = '', body = '' } = {}) {
  return { ...(await signRequest(webCrypto, key, { method, path, query, body, now: Date.now() })) }
}

/** A new client key of a site. */
async function keyOf(site: string): Promise<ReadableKey> {
  return makeKey(await (await fetch(`${site}${BASE_PATH}/v2/app/config`)).text())
}

/** Asks for works with a key; answers the text that came. */
async function askForWorks(site: string, key: ReadableKey, asked: [string, string][]): Promise<string> {
  const path = '/v2/works/detail/list'
  const query = canonicalPairs(asked)
  const headers = await sign(key, 'GET', path, { query })
  const answer = await fetch(`${site}${BASE_PATH}${path}?${query}`, { headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
  return answer.text()
}

/** Searches as a visitor who has never been here, without a browser. */
export async function searchAsVisitor(site: string, keyword: string): Promise<void> {
  const page: [string, string][] = [
    ['pageNum', '1'],
    ['pageSize', '12'],
  ]
  await askForWorks(site, await keyOf(site), [...page, ['keyword', keyword]])
}

interface ListAnswer {
  rows: { id: string; number: string; modId: number }[]
  total: number
}

/** Ids of all works by their number: the server gives them out, so that the tests must ask for them. */
export async function readIds(site: string): Promise<Record<string, string>> {
  const key = await keyOf(site)
  const ids: Record<string, string> = {}
  for (let pageNum = 1, total = 1; (pageNum - 1) * PAGE_SIZE < total; pageNum++) {
    const text = await askForWorks(site, key, [
      ['pageNum', String(pageNum)],
      ['pageSize', String(PAGE_SIZE)],
    ])
    // Ids are larger than a number holds exactly.
    const answer = JSON.parse(text.replace(/"id":(\d+)/g, '"id":"$1"')) as ListAnswer
    for (const row of answer.rows) ids[row.number] = row.id
    total = answer.total
  }
  return ids
}
