// A member's visit, from the first page to logging out, with openapi-fetch on the types of openapi-typescript.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { signedFetch } from '@yingku/signer/fetch'
import createClient from 'openapi-fetch'
import type { components, paths } from './generated/schema.js'
import { given, payAt, signer, until } from './surroundings.js'

type Rejection = components['schemas']['ErrorBody']
type Work = components['schemas']['Work']

const userName = given('YINGKU_NEW_MEMBER')
const password = 'quiet-river-27'
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

const api = createClient<paths>({ baseUrl: signer.base, fetch: signedFetch(signer) })

/** The response, which is no error. */
async function good<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call
  ok(data !== undefined, JSON.stringify(error))
  return data
}

/** The code of an error. */
async function errorCode(call: Promise<{ error?: Rejection }>): Promise<string | undefined> {
  return (await call).error?.error
}

async function lookAround(): Promise<Work> {
  const browsed = await good(api.GET('/v2/works/detail/list', { params: { query: { pageSize: 5, isDht: 1 } } }))
  const work = browsed.rows[0]
  ok(work && browsed.rows.length <= 5 && browsed.total >= browsed.rows.length)
  const keyword = work.number

  const found = await good(api.GET('/v2/works/detail/list', { params: { query: { keyword } } }))
  ok(found.rows.some((row) => row.id === work.id))

  const detail = await good(api.GET('/v2/works/detail/{id}', { params: { path: { id: work.id } } }))
  deepEqual([detail.data.number, detail.like, detail.collect], [work.number, false, false])

  const magnets = await good(api.GET('/v2/dht/list', { params: { query: { keyword } } }))
  equal(magnets.rows[0]?.infoHash.length, 40)
  return work
}

async function signIn(): Promise<components['schemas']['TokenPair']> {
  const form = { userName, password, confirmPassword: password, email: 'lin.xia@example.org' }
  equal((await good(api.POST('/v2/user/register', { body: form }))).code, 200)
  equal(await errorCode(api.POST('/v2/user/register', { body: form })), 'name_taken')
  const wrong = { userName, password: 'another-river-27' }
  equal(await errorCode(api.POST('/v2/user/login', { body: wrong })), 'bad_credentials')

  const first = (await good(api.POST('/v2/user/login', { body: { userName, password } }))).data
  const second = (await good(api.GET('/v2/user/token', { headers: bearer(first.refreshToken) }))).data
  notEqual(second.refreshToken, first.refreshToken)
  ok(second.expiresIn > 0)
  return second
}

async function keep(work: Work, headers: { authorization: string }): Promise<void> {
  const choice = { body: { status: 0, dataId: work.id }, headers } as const
  const collected = (await good(api.POST('/v2/user/collect/adds', choice))).data
  deepEqual([collected.collect, collected.cateIds.length], [true, 1])
  const liked = (await good(api.POST('/v2/user/like', choice))).data
  ok(liked.like && liked.count > 0)
  const detail = await good(api.GET('/v2/works/detail/{id}', { params: { path: { id: work.id } }, headers }))
  deepEqual([detail.like, detail.collect], [true, true])
}

async function pay(headers: { authorization: string }): Promise<void> {
  const [plan] = (await good(api.GET('/v2/app/vip/list'))).rows
  ok(plan)
  const body = { groupId: plan.id, payChannel: 'alipay' } as const
  const order = await good(api.POST('/v2/orders/submit', { body, headers }))
  await payAt(order.data)
  const params = { path: { id: order.orderId } }
  const isPaid = async () => (await good(api.GET('/v2/orders/getOrderId/{id}', { params, headers }))).data.status === 1
  await until(isPaid, 'the order is not paid')
}

async function level(headers: { authorization: string }): Promise<components['schemas']['Level']> {
  const info = await good(api.GET('/v2/user/getInfo', { headers }))
  equal(info.user?.userName, userName)
  return info.level
}

const work = await lookAround()
const tokens = await signIn()
const headers = bearer(tokens.accessToken)
await keep(work, headers)

equal((await level(headers)).levelId, 1)
await pay(headers)
const paid = await level(headers)
equal(paid.levelId, 2)

const redeemed = await good(api.POST('/v2/user/activation', { body: { code: given('YINGKU_CODE') }, headers }))
ok(paid.expireTime && redeemed.data.expireTime && redeemed.data.expireTime > paid.expireTime)

const asked = await good(api.POST('/v2/message', { body: { message: '有没有高清版本？' }, headers }))
match(asked.data.id, /^\d+$/)

equal((await good(api.POST('/v2/user/logout', { headers }))).code, 200)
const late = { headers: bearer(tokens.refreshToken) }
equal(await errorCode(api.GET('/v2/user/token', late)), 'session_ended')
