import { saveFile } from '@/shared/lib/save-file.ts'
import { Button } from '@/shared/ui/button.tsx'
import { useAction } from '../kit/use-action.ts'
import { exportOrders, type OrdersQuery } from './api.ts'

/** Reading the answer as a text takes it away; spreadsheets need it. */
const BYTE_ORDER_MARK = '\ufeff'

/** Saves the orders of the filters as a file for spreadsheets. */
export function ExportButton({ query, limited }: { query: OrdersQuery; limited: boolean }) {
  const name = ['订单', query.from, query.to === query.from ? '' : query.to].filter(Boolean).join('-')
  const save = useAction({
    run: async () => {
      const text = await exportOrders(query)
      await saveFile(`${name}.csv`, 'text/csv;charset=utf-8', BYTE_ORDER_MARK + text.replace(BYTE_ORDER_MARK, ''))
    },
    refresh: [],
  })
  return (
    <Button disabled={!limited} loading={save.isPending} loadingText="导出中" onClick={() => save.mutate()}>
      导出
    </Button>
  )
}
