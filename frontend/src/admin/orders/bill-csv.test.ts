import { expect, it } from 'vitest'
import { billCsv } from './bill-csv.ts'

it('keeps long numbers, and lets no cell be a formula', () => {
  const time = '2026-09-21 22:13:20'
  expect(
    billCsv([
      {
        kind: 'amount',
        orderId: '202609210123456789012345',
        tradeNo: '=1+1',
        billPrice: '29.99',
        price: '30.00',
        time,
      },
      { kind: 'missingHere', orderId: '', tradeNo: 'a"b,c', billPrice: '5.00', time },
      { kind: 'refund', orderId: '', tradeNo: 'T1', billPrice: '5.00', time },
      { kind: 'refund', orderId: '', tradeNo: 'T2', price: '6.00', time },
    ]),
  ).toBe(
    '\ufeff差异,订单号,交易号,账单金额,本站金额,时间\r\n' +
      `金额不同,202609210123456789012345\t,'=1+1,29.99,30.00,${time}\r\n` +
      `本站没有,,"a""b,c",5.00,,${time}\r\n` +
      `对方已退款,,T1,5.00,,${time}\r\n` +
      `账单没有这笔退款,,T2,,6.00,${time}\r\n`,
  )
})
