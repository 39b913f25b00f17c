// The installed package against a real server, given by `YINGKU_BASE` and `YINGKU_SECRET`.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { canonicalQuery, QueryMalformedError } from '@yingku/signer'
import { signAxios } from '@yingku/signer/axios'
import { ConnectError, connect } from '@yingku/signer/connect'
import { signedFetch } from '@yingku/signer/fetch'
import { pureCrypto } from '@yingku/signer/pure'
import axios from 'axios'

const base = process.env.YINGKU_BASE
const secret = process.env.YINGKU_SECRET
const LONG_AGO = 1_500_000_000_000
const NASTY = { keyword: "a b+c%zz'()*~😀", pageSize: '3', pageNum: '1' }
const question = { message: '你好' }
const skip = base ? false : 'no server is named'

for (const [name, backend] of [
  ['WebCrypto', undefined],
  ['plain JavaScript', pureCrypto],
]) {
  test(`fetch signs query and body on ${name}`, { skip }, async () => {
    const call = signedFetch(await connect({ base: `${base}/`, secret, backend }))
    const list = await call(`/v2/works/detail/list?${new URLSearchParams(NASTY)}`)
    assert.equal((await list.json()).code, 200)
    const rejected = await call(`${base}/v2/message`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(question),
    })
    assert.equal((await rejected.json()).error, 'login_required')
  })
}

test('fetch puts a wrong clock right, also with a body, and leaves other rejections alone', { skip }, async () => {
  const signer = await connect({ base, secret })
  let sent = 0
  const call = signedFetch(signer, (request) => {
    sent++
    return fetch(request)
  })
  signer.synchronise(LONG_AGO)
  const headers = { 'content-type': 'application/json' }
  const rejected = await call('/v2/message', { method: 'POST', headers, body: JSON.stringify(question) })
  assert.equal((await rejected.json()).error, 'login_required')
  assert.equal(sent, 2)
  assert.ok(Math.abs(signer.offset) < 60_000)

  const stranger = await call('/v2/user/getInfo', { headers: { authorization: 'Bearer no.real.token' } })
  assert.equal((await stranger.json()).error, 'token_invalid')
  assert.equal(sent, 3)
  await assert.rejects(call('/v2/works/detail/list?keyword=%zz'), QueryMalformedError)
  assert.equal(sent, 3)
})

test('axios signs parameters, JSON and bytes, and puts a wrong clock right', { skip }, async () => {
  const signer = await connect({ base, secret })
  const http = signAxios(axios.create({ baseURL: base }), signer)
  const list = await http.get('/v2/works/detail/list', { params: NASTY })
  assert.equal(list.data.code, 200)

  signer.synchronise(LONG_AGO)
  assert.equal((await http.get('/v2/works/detail/list', { params: { pageSize: 1 } })).data.code, 200)

  const rejection = (error) => error.response?.data.error === 'login_required'
  await assert.rejects(http.post('/v2/message', question), rejection)
  const headers = { 'content-type': 'application/json' }
  await assert.rejects(http.post('/v2/message', Buffer.from(JSON.stringify(question)), { headers }), rejection)
  const whatever = { headers, validateStatus: () => true }
  signer.synchronise(LONG_AGO)
  assert.equal((await http.post('/v2/message', question, whatever)).data.error, 'login_required')
  await assert.rejects(http.post('/v2/message', new ReadableStream()), TypeError)
})

test('connect says what is wrong with an address', async () => {
  const other = createServer((_request, answer) => answer.end('{"data":{}}'))
  await new Promise((ready) => other.listen(0, '127.0.0.1', ready))
  const address = `http://127.0.0.1:${other.address().port}`
  await assert.rejects(connect({ base: address, secret: 's' }), ConnectError)
  other.close()
  other.closeAllConnections()
  await assert.rejects(connect({ base: 'http://127.0.0.1:1', secret: 's' }), ConnectError)
})

test('the core stands for itself', () => {
  assert.equal(canonicalQuery('b=2&a=1+1&&empty'), 'a=1%201&b=2&empty=')
})
