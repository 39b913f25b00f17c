import { canonicalPairs, createClientKey, signRequest, webCrypto } from '@signer'

const APP_SECRET = 'yingku-public-app-secret-1'
const BASE_PATH = '/prod-api'
const PAGE_SIZE = 100

interface ListAnswer {
  rows: { id: string; number: string; modId: number }[]
  total: number
}

async function makeKey(site: string) {
  const answer = await fetch(`${site}${BASE_PATH}/v2/app/config`)
  const { data } = (await answer.json()) as { data: { kid: string; publicKey: string } }
  return createClientKey(webCrypto, { kid: data.kid, publicKey: data.publicKey, secret: APP_SECRET, now: Date.now() })
}

/** Ids of all works by their number: the server gives them out, so that the tests must ask for them. */
export async function readIds(site: string): Promise<Record<string, string>> {
  const key = await makeKey(site)
  const path = '/v2/works/detail/list'
  const ids: Record<string, string> = {}
  for (let pageNum = 1, total = 1; (pageNum - 1) * PAGE_SIZE < total; pageNum++) {
    const query = canonicalPairs([
      ['pageNum', String(pageNum)],
      ['pageSize', String(PAGE_SIZE)],
    ])
    const headers = await signRequest(webCrypto, key, { method: 'GET', path, query, body: '', now: Date.now() })
    const text = await (await fetch(`${site}${BASE_PATH}${path}?${query}`, { headers: { ...headers } })).text()
    // Ids are larger than a number holds exactly.
    const answer = JSON.parse(text.replace(/"id":(\d+)/g, '"id":"$1"')) as ListAnswer
    for (const row of answer.rows) ids[row.number] = row.id
    total = answer.total
  }
  return ids
}
