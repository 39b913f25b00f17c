import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { DELAYS } from './delays.ts'
import { makeFacets, makeWork, pageOf } from './factories.ts'

/** URL pattern of the API. */
export const API = '*/prod-api/v2'

/** Of 2048 bits, as the server's. Nothing here opens what is sealed with it. */
const publicKey = `-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA55YoUsDZnNsN22yLdoIG
obes7UJhVoGP00h6R77mTf3yrOgCV3BppDWvyqXYd0igaoNGiBOtZr7/L12qCgmv
YumhzB7H++EtoszX4jEPCmP8SlVAos5bPSqbkA9Gq/CYsQ+7JfP+mNWcW26piRhf
XIfHNF4PeCFdIG+o+GUcVo3oRdKQQEMge/Ah6L+X1KPApT0GCjEvW1oZJHJvGDaQ
CvDul903HBEcQovd9Rm2nCZywf2djR2SWPN0OiE/tSBJuZUOmldQvjpvPP/47bDP
MR8IfV51K1GArKTm/wq5T+zwenE30u/3epnxeSU3aDHh4nl6WsJ9YFv6aB7db6ll
LwIDAQAB
-----END PUBLIC KEY-----`

const works = Array.from({ length: 3 }, (_, index) => makeWork(index + 1))

/** A picture of one dot. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII='
let captchas = 0

/** Every request the pages under test sent, in order. */
export const requests: Request[] = []

/** The mock API; unexpected requests fail the test. */
export const server = setupServer(
  ...DELAYS,
  http.get(`${API}/app/config`, () =>
    HttpResponse.json({
      code: 200,
      msg: '操作成功',
      data: { appId: 'yingku', kid: 'k1', publicKey, serverTime: Date.now(), imageBase: '/media' },
    }),
  ),
  http.get(`${API}/user/captcha`, () =>
    HttpResponse.json({ code: 200, msg: '操作成功', captchaOnOff: true, img: PIXEL, uuid: `captcha-${++captchas}` }),
  ),
  http.get(`${API}/tag/detail/:id`, () => failure(404, 404, '访问资源不存在')),
  http.get(`${API}/tag/letters`, () =>
    HttpResponse.json({ code: 200, msg: '', data: { letters: [...'#ABCDEFGHIJKLMNOPQRSTUVWXYZ'] } }),
  ),
  http.get(`${API}/user/hidden`, () => HttpResponse.json({ code: 200, msg: '', data: [] })),
  http.get(`${API}/user/filters`, () => HttpResponse.json({ code: 200, msg: '', data: [] })),
  http.get(`${API}/user/downloads`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
  http.get(`${API}/user/keys`, () => HttpResponse.json({ code: 200, msg: '', data: [] })),
  http.get(`${API}/user/follow/works`, () => HttpResponse.json({ code: 200, msg: '', rows: [], total: 0 })),
  http.get(`${API}/works/detail/list`, ({ request }) =>
    HttpResponse.json(pageOf(works, new URL(request.url).searchParams)),
  ),
  http.get(`${API}/works/detail/facets`, () => HttpResponse.json({ code: 200, msg: '操作成功', data: makeFacets() })),
  http.get(`${API}/works/similar/:id`, () => HttpResponse.json({ code: 200, msg: '操作成功', data: [] })),
  http.get(`${API}/search/suggest`, () =>
    HttpResponse.json({ code: 200, msg: '操作成功', data: { works: [], terms: [] } }),
  ),
  http.get(`${API}/search/hot`, () => HttpResponse.json({ code: 200, msg: '操作成功', data: [] })),
)
const use = server.use.bind(server)
server.use = (...handlers) => use(...DELAYS, ...handlers)
server.events.on('request:start', ({ request }) => void requests.push(request.clone()))

/** An answer in the API's failure envelope. */
export function failure(status: number, code: number, msg: string, extra: Record<string, unknown> = {}) {
  return HttpResponse.json({ code, msg, requestId: 'test', ...extra }, { status })
}

const worksQueries = () =>
  requests
    .map((request) => new URL(request.url))
    .filter((url) => url.pathname.endsWith('/works/detail/list'))
    .map((url) => url.searchParams)

/** A list that asks how many works there are without the magnet filter asks for one of them. */
const isCount = (query: URLSearchParams) => query.get('pageSize') === '1'

/** Queries of the works lists requested so far. */
export function listQueries(): URLSearchParams[] {
  return worksQueries().filter((query) => !isCount(query))
}

/** Queries that only counted works so far. */
export function countQueries(): URLSearchParams[] {
  return worksQueries().filter(isCount)
}
