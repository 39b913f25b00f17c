import type { Schemas } from '@/shared/api/contract.ts'

/** How a bill and the payments here differ. */
const DIFFERENCES: Readonly<Record<Schemas['DifferenceKind'], string>> = {
  missingHere: '本站没有',
  missingThere: '账单没有',
  amount: '金额不同',
  refund: '对方已退款',
}

/** The name of a difference; a refund with an amount here is missing in the bill. */
export function differenceName({ kind, price }: Pick<Schemas['BillDifference'], 'kind' | 'price'>): string {
  return kind === 'refund' && price ? '账单没有这笔退款' : DIFFERENCES[kind]
}

/** Spreadsheets take a text that begins with these for a formula, and long numbers for rounded ones. */
function cell(text: string): string {
  const plain = /^[=+\-@\t]/.test(text) ? `'${text}` : text
  const kept = /^\d{12,}$/.test(plain) ? `${plain}\t` : plain
  return /[",\n]/.test(kept) ? `"${kept.replaceAll('"', '""')}"` : kept
}

/** The differences as a file for spreadsheets. */
export function billCsv(rows: readonly Schemas['BillDifference'][]): string {
  const lines = rows.map(({ kind, orderId, tradeNo, billPrice = '', price = '', time }) => [
    differenceName({ kind, price }),
    orderId,
    tradeNo,
    billPrice,
    price,
    time,
  ])
  const table = [['差异', '订单号', '交易号', '账单金额', '本站金额', '时间'], ...lines]
  return `\ufeff${table.map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`
}
