// A member's visit, from the first page to logging out, with the client that @hey-api/openapi-ts generates.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict'
import { signedFetch } from '@yingku/signer/fetch'
import { client } from './generated/hey-api/client.gen.js'
import * as api from './generated/hey-api/index.js'
import { given, payAt, signer, until } from './surroundings.js'

const userName = given('YINGKU_NEW_MEMBER')
const password = 'quiet-river-27'
let tokens: api.TokenPair | undefined

client.setConfig({
  baseUrl: signer.base,
  fetch: signedFetch(signer),
  // The signature, which is required too, is added by fetch.
  auth: ({ scheme, key }) => {
    if (scheme !== 'bearer') return undefined
    return key === 'refresh' ? tokens?.refreshToken : tokens?.accessToken
  },
})

/** The response, which is no error. */
async function good<T>(call: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await call
  ok(data !== undefined, JSON.stringify(error))
  return data
}

/** The code of an error. */
async function errorCode(call: Promise<{ error?: api.ErrorBody }>): Promise<string | undefined> {
  return (await call).error?.error
}

async function lookAround(): Promise<api.Work> {
  const browsed = await good(api.listWorks({ query: { pageSize: 5, isDht: 1 } }))
  const work = browsed.rows[0]
  ok(work && browsed.rows.length <= 5 && browsed.total >= browsed.rows.length)

  const found = await good(api.listWorks({ query: { keyword: work.number } }))
  ok(found.rows.some((row) => row.id === work.id))

  const detail = await good(api.getWork({ path: { id: work.id } }))
  deepEqual([detail.data.number, detail.like, detail.collect], [work.number, false, false])

  const magnets = await good(api.listMagnets({ query: { keyword: work.number } }))
  equal(magnets.rows[0]?.infoHash.length, 40)
  return work
}

async function signIn(): Promise<void> {
  const form = { userName, password, confirmPassword: password, email: 'lin.xia@example.org' }
  equal((await good(api.register({ body: form }))).code, 200)
  equal(await errorCode(api.register({ body: form })), 'name_taken')
  equal(await errorCode(api.login({ body: { userName, password: 'another-river-27' } })), 'bad_credentials')

  const first = (await good(api.login({ body: { userName, password } }))).data
  tokens = first
  const second = (await good(api.refreshToken())).data
  notEqual(second.refreshToken, first.refreshToken)
  ok(second.expiresIn > 0)
  tokens = second
}

async function keep(work: api.Work): Promise<void> {
  const collected = (await good(api.collectWork({ body: { status: 0, dataId: work.id } }))).data
  deepEqual([collected.collect, collected.cateIds.length], [true, 1])
  const liked = (await good(api.likeWork({ body: { status: 0, dataId: work.id } }))).data
  ok(liked.like && liked.count > 0)
  const detail = await good(api.getWork({ path: { id: work.id } }))
  deepEqual([detail.like, detail.collect], [true, true])
}

async function pay(): Promise<void> {
  const [plan] = (await good(api.listPlans())).rows
  ok(plan)
  const order = await good(api.createOrder({ body: { groupId: plan.id, payChannel: 'alipay' } }))
  await payAt(order.data)
  const isPaid = async () => (await good(api.getOrder({ path: { id: order.orderId } }))).data.status === 1
  await until(isPaid, 'the order is not paid')
}

async function level(): Promise<api.Level> {
  const info = await good(api.getUserInfo())
  equal(info.user?.userName, userName)
  return info.level
}

const work = await lookAround()
await signIn()
await keep(work)

equal((await level()).levelId, 1)
await pay()
const paid = await level()
equal(paid.levelId, 2)

const redeemed = (await good(api.redeemCode({ body: { code: given('YINGKU_CODE') } }))).data
ok(paid.expireTime && redeemed.expireTime && redeemed.expireTime > paid.expireTime)

const asked = await good(api.createMessage({ body: { message: '有没有高清版本？' } }))
match(asked.data.id, /^\d+$/)

equal((await good(api.logout())).code, 200)
equal(await errorCode(api.refreshToken()), 'session_ended')
