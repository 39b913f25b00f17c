import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { saveFile } from '@/shared/lib/save-file.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { FactList } from '../kit/fact-list.tsx'
import { compareBill } from './api.ts'
import { billCsv, differenceName } from './bill-csv.ts'
import { moneyChannelName } from './order-labels.ts'
import '@/shared/ui/chip.css'
import './bill.css'

/** Maximum size in bytes (R11.20). */
const MAX_BYTES = 4 * 1024 * 1024

/** Compares a provider's bill with the payments here; nothing of it is kept. */
export function BillDialog({ onClose, onOrder }: { onClose: () => void; onOrder: (orderId: string) => void }) {
  const id = useId()
  const [error, setError] = useState<string | null>(null)
  const compare = useMutation({ mutationFn: compareBill, onError: (failure) => setError(failure.message) })
  function take(file: File | undefined) {
    if (!file || compare.isPending) return
    const isTooLarge = file.size > MAX_BYTES
    setError(isTooLarge ? '文件最大 4 MiB，请按天下载账单' : null)
    compare.reset()
    if (!isTooLarge) compare.mutate(file)
  }
  return (
    <Dialog title="核对账单" open onClose={onClose} shape="drawer">
      <div className="admin-form">
        <p className="admin-note">
          支付宝的业务明细或微信的交易账单，CSV 文件（压缩包先解压），最多 31 天。文件只用来比较，不会保存。
        </p>
        <span>
          <input
            id={id}
            type="file"
            accept=".csv,text/csv"
            className="visually-hidden"
            onChange={({ target }) => {
              take(target.files?.[0])
              target.value = ''
            }}
          />
          <label htmlFor={id} className="chip" data-busy={compare.isPending || undefined}>
            {compare.isPending ? '正在核对' : '选择账单文件'}
          </label>
        </span>
        {error && (
          <p role="alert" className="field-note field-error">
            {error}
          </p>
        )}
        {compare.data && <Differences found={compare.data} onOrder={onOrder} />}
      </div>
    </Dialog>
  )
}

interface DifferencesProps {
  found: Schemas['BillComparison']
  onOrder: (orderId: string) => void
}

function Differences({ found, onOrder }: DifferencesProps) {
  const { payChannel, from, to, count, billSum, refundSum, sum, total, rows } = found
  const days = from === to ? from : `${from} 至 ${to}`
  return (
    <section className="bill" aria-label="核对结果">
      <FactList
        facts={[
          ['账单', `${moneyChannelName(payChannel)} · ${from ? days : '没有明细'}`],
          ['账单收款', `${count} 笔 · ¥${billSum}`],
          ['账单退款', `¥${refundSum}`],
          ['本站收款', `¥${sum}`],
        ]}
      />
      <p role="status" className="bill-result">
        {total === 0 ? '没有差异' : `${total} 处差异${total > rows.length ? `，列出前 ${rows.length} 处` : ''}`}
      </p>
      {rows.length > 0 && (
        <>
          <ul className="bill-rows">
            {rows.map((row) => (
              <Difference key={`${row.kind} ${row.tradeNo} ${row.time}`} row={row} onOrder={onOrder} />
            ))}
          </ul>
          <p className="admin-note">零点前后的付款和退款，本站可能记在后一天。</p>
          <Button onClick={() => void saveFile(`账单差异-${from}.csv`, 'text/csv;charset=utf-8', billCsv(rows))}>
            导出差异
          </Button>
        </>
      )}
    </section>
  )
}

function Difference({ row, onOrder }: { row: Schemas['BillDifference']; onOrder: (orderId: string) => void }) {
  const { orderId, tradeNo, billPrice, price, time } = row
  const amounts = [billPrice && `账单 ¥${billPrice}`, price && `本站 ¥${price}`].filter(Boolean).join('，')
  return (
    <li className="bill-row">
      <span>
        <strong>{differenceName(row)}</strong> · {amounts}
      </span>
      <span className="bill-row-more numeric">
        {time} · {tradeNo}
      </span>
      {orderId && (
        <button type="button" className="admin-link numeric" onClick={() => onOrder(orderId)}>
          {orderId}
        </button>
      )}
    </li>
  )
}
