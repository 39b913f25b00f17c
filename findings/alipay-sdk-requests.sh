#!/usr/bin/env bash
# How two SDKs put the same question to Alipay's gateway: python-alipay-sdk 3.4.0 (PyPI) and alipay-sdk 4.14.0 (npm).
#
# Alipay's documents show one form, a POST with everything in its body. The Python SDK asks by GET, all in the query. The
# one of npm posts with the public parameters in the query and biz_content alone in the body, and gives the answer's fields other
# names than the document (out_trade_no as outTradeNo). Whoever stands in for the gateway has to take all three.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv venv
venv/bin/pip install --quiet python-alipay-sdk==3.4.0
npm install --silent --no-audit --no-fund --prefix "$work" alipay-sdk@4.14.0 >/dev/null
openssl genpkey -quiet -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out own.pem
openssl pkey -in own.pem -pubout -out own.pub

cat >ask.py <<'PY'
from alipay import AliPay

key, public = open("own.pem").read(), open("own.pub").read()
client = AliPay(appid="2021", app_notify_url=None, app_private_key_string=key, alipay_public_key_string=public, sign_type="RSA2")
client._gateway = __import__("sys").argv[1]
try:
    client.api_alipay_trade_query(out_trade_no="1")
except Exception:
    pass  # The stand-in signs nothing; what was asked is what counts.
PY
cat >look.mjs <<'JS'
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import http from 'node:http'
import { promisify } from 'node:util'
import { AlipaySdk } from 'alipay-sdk'

const seen = []
const answer = { alipay_trade_query_response: { code: '10000', msg: 'Success', out_trade_no: '1' } }
const gateway = http.createServer(async (request, response) => {
  let body = ''
  for await (const part of request) body += part
  const query = new URL(request.url, 'http://gateway').searchParams
  seen.push({ method: request.method, query: [...query.keys()].sort().join(' '), body: [...new URLSearchParams(body).keys()].join(' ') })
  response.end(JSON.stringify(answer))
})
await new Promise((listening) => gateway.listen(0, '127.0.0.1', listening))
const address = `http://127.0.0.1:${gateway.address().port}/gateway.do`
await promisify(execFile)('venv/bin/python', ['ask.py', address])
const format = { modulusLength: 2048, privateKeyEncoding: { type: 'pkcs1', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } }
const { privateKey, publicKey } = generateKeyPairSync('rsa', format)
const sdk = new AlipaySdk({ appId: '2021', privateKey, alipayPublicKey: publicKey, gateway: address })
const told = await sdk.exec('alipay.trade.query', { bizContent: { out_trade_no: '1' } })
gateway.close()
console.log('python-alipay-sdk:', seen[0])
console.log('npm alipay-sdk:   ', seen[1], 'answer', told)
const names = 'app_id charset method sign sign_type timestamp version'
const wanted = [
  { method: 'GET', query: names.replace('charset', 'biz_content charset'), body: '' },
  { method: 'POST', query: names, body: 'biz_content' },
]
if (JSON.stringify(seen) !== JSON.stringify(wanted) || told.outTradeNo !== '1' || 'out_trade_no' in told) process.exit(1)
JS
node look.mjs
