// The merchant of npm's wechatpay-axios-plugin, and with `sign` the provider.
import { readFileSync } from 'node:fs'
import plugin from 'wechatpay-axios-plugin'

const { Wechatpay, Formatter, Rsa, Aes } = plugin
const read = (name) => readFileSync(process.env[name], 'utf8')
const told = JSON.parse(readFileSync(0, 'utf8'))
const KEY_ID = 'PUB_KEY_ID_SANDBOX'
const secret = process.env.API_KEY
const provider = Rsa.from(read('PROVIDER_PUBLIC'), Rsa.KEY_TYPE_PUBLIC)
const { APP: appid, MERCHANT: mchid } = process.env
const merchant = new Wechatpay({
  mchid,
  serial: 'SANDBOXMERCHANT01',
  privateKey: read('MERCHANT_KEY'),
  certs: { [KEY_ID]: provider },
  baseURL: `${process.env.HOST}/`,
})

const answered = async (call, read) => {
  try {
    const { status, data } = await call
    return { status, ...read(data) }
  } catch (error) {
    if (!error.response?.data?.code) throw error
    return { status: error.response.status, code: error.response.data.code }
  }
}
const { transactions } = merchant.v3.pay
const commands = {
  open: () => {
    const order = { appid, mchid, description: told.subject, out_trade_no: told.order, notify_url: told.notify, amount: { total: told.fen } }
    const phone = { ...order, scene_info: { payer_client_ip: '203.0.113.7', h5_info: { type: 'Wap' } } }
    return told.kind === 'h5'
      ? answered(transactions.h5.post(phone), (data) => ({ address: data.h5_url }))
      : answered(transactions.native.post(order), (data) => ({ address: data.code_url }))
  },
  query: () =>
    answered(transactions.outTradeNo.$out_trade_no$.get({ params: { mchid }, out_trade_no: told.order }), (data) => ({
      state: data.trade_state,
      fen: data.amount.total,
      order: data.out_trade_no,
    })),
  close: () => answered(transactions.outTradeNo.$out_trade_no$.close.post({ mchid }, { out_trade_no: told.order }), () => ({})),
  verify: () => {
    const header = (name) => Object.entries(told.headers).find(([one]) => one.toLowerCase() === `wechatpay-${name}`)?.[1]
    const text = Formatter.response(header('timestamp'), header('nonce'), told.body)
    if (header('serial') !== KEY_ID || !Rsa.verify(text, header('signature'), provider)) return null
    const { ciphertext, nonce, associated_data: aad } = JSON.parse(told.body).resource
    return JSON.parse(Aes.AesGcm.decrypt(ciphertext, secret, nonce, aad))
  },
  sign: () => {
    const [nonce, now] = [Formatter.nonce(12), `${Formatter.timestamp()}`]
    const body = JSON.stringify({
      id: '1',
      create_time: '2026-11-28T10:34:56+08:00',
      resource_type: 'encrypt-resource',
      event_type: told.event,
      summary: '支付成功',
      resource: {
        original_type: 'transaction',
        algorithm: 'AEAD_AES_256_GCM',
        ciphertext: Aes.AesGcm.encrypt(told.resource, secret, nonce, 'transaction'),
        associated_data: 'transaction',
        nonce,
      },
    })
    const signature = Rsa.sign(Formatter.response(now, nonce, body), Rsa.from(read('PROVIDER_KEY'), Rsa.KEY_TYPE_PRIVATE))
    const headers = { 'Wechatpay-Timestamp': now, 'Wechatpay-Nonce': nonce, 'Wechatpay-Signature': signature, 'Wechatpay-Serial': KEY_ID }
    return { headers, body }
  },
}
console.log(JSON.stringify(await commands[process.argv[2]]()))
