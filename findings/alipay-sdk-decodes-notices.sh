#!/usr/bin/env bash
# alipay-sdk 4.14.0 (npm): checkNotifySign and a percent sign.
#
# A notice is a form; frameworks hand over its values decoded, and its signature covers those. checkNotifySign decodes them once
# more before it compares: a genuine notice is refused when a value still holds something like an escape, such as the subject
# "满50%25减" or the address of the payer's page in passback_params. checkNotifySignV2 takes the values as they are, and both agree on
# everything else, so that tests without a percent sign pass with either.
#
# Seen: as asserted below.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm install --silent --no-audit --no-fund --prefix "$work" alipay-sdk@4.14.0 >/dev/null
cat >look.mjs <<'JS'
import assert from 'node:assert'
import { createSign, generateKeyPairSync } from 'node:crypto'
import { AlipaySdk } from 'alipay-sdk'

const format = { modulusLength: 2048, privateKeyEncoding: { type: 'pkcs1', format: 'pem' }, publicKeyEncoding: { type: 'spki', format: 'pem' } }
const { privateKey, publicKey } = generateKeyPairSync('rsa', format)
const sdk = new AlipaySdk({ appId: '2021', privateKey, alipayPublicKey: publicKey })
const check = (subject) => {
  const notice = { app_id: '2021', out_trade_no: '1', passback_params: '', subject, total_amount: '1.00', trade_status: 'TRADE_SUCCESS' }
  const text = Object.keys(notice).sort().map((name) => `${name}=${notice[name]}`).join('&')
  const sign = createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64')
  const signed = { ...notice, sign, sign_type: 'RSA2' }
  return [sdk.checkNotifySign({ ...signed }), sdk.checkNotifySignV2({ ...signed })]
}
const seen = Object.fromEntries(['VIP年卡', 'a+b & c', '满50%25减', 'https://a.example/%E5%B1%B1'].map((subject) => [subject, check(subject)]))
console.log(seen)
assert.deepEqual(seen, {
  VIP年卡: [true, true],
  'a+b & c': [true, true],
  '满50%25减': [false, true],
  'https://a.example/%E5%B1%B1': [false, true],
})
JS
node look.mjs
