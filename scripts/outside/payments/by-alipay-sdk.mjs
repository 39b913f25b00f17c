// The merchant of npm's alipay-sdk, and with `sign` the provider.
import { createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { AlipaySdk } from 'alipay-sdk'

const read = (name) => readFileSync(process.env[name], 'utf8')
const told = JSON.parse(readFileSync(0, 'utf8'))
const client = (own) =>
  new AlipaySdk({
    appId: process.env.APP,
    privateKey: read(own),
    keyType: 'PKCS8',
    alipayPublicKey: read('PROVIDER_PUBLIC'),
    gateway: process.env.GATEWAY,
  })
const merchant = client('MERCHANT_KEY')

const asked = async (method) => {
  const answer = await merchant.exec(method, { bizContent: { out_trade_no: told.order } })
  if (answer.code !== '10000') return { code: answer.code, sub_code: answer.subCode }
  const { code, outTradeNo: order, tradeStatus: status, totalAmount: amount } = answer
  return status === undefined ? { code, order } : { code, order, status, amount }
}

const commands = {
  open: () =>
    merchant.pageExecute(told.kind === 'page' ? 'alipay.trade.page.pay' : 'alipay.trade.wap.pay', 'GET', {
      bizContent: {
        out_trade_no: told.order,
        total_amount: told.amount,
        subject: told.subject,
        product_code: told.kind === 'page' ? 'FAST_INSTANT_TRADE_PAY' : 'QUICK_WAP_WAY',
      },
      notifyUrl: told.notify,
      returnUrl: 'https://films.example/orders',
    }),
  query: () => asked('alipay.trade.query'),
  close: () => asked('alipay.trade.close'),
  verify: () => merchant.checkNotifySignV2(told.form),
  // It signs requests only; a notification is signed with its parsed key.
  sign: () => {
    const text = Object.keys(told.form).sort().map((name) => `${name}=${told.form[name]}`).join('&')
    return createSign('RSA-SHA256').update(text, 'utf8').sign(client('PROVIDER_KEY').config.privateKey, 'base64')
  },
}
console.log(JSON.stringify(await commands[process.argv[2]]()))
