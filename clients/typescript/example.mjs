// Three signed requests. Run: node example.mjs [address] [secret]
import { connect } from '@yingku/signer/connect'
import { signedFetch } from '@yingku/signer/fetch'

const [base = 'http://127.0.0.1:8080/prod-api', secret = 'yingku-public-app-secret-1'] = process.argv.slice(2)
const call = signedFetch(await connect({ base, secret }))

const list = await (await call('/v2/works/detail/list?pageSize=3')).json()
console.log(`${list.total} works, the first: ${list.rows[0]?.title}`)

const found = await (await call(`/v2/works/detail/list?keyword=${encodeURIComponent('a b')}`)).json()
console.log(`${found.total} works with "a b"`)

const rejected = await call('/v2/message', {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ message: '你好' }),
})
console.log(`a visitor's question: ${(await rejected.json()).error}`)
