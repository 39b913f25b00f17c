import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderHistory } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { CheckBox } from '@/shared/ui/field.tsx'
import { DESK_KEY } from '../desk-key.ts'
import { ReasonDialog } from '../reason-dialog.tsx'
import { refundOrder } from './api/order-history.ts'
import { refundText } from './order-words.ts'

/** Asks why the money went back, and whether what it bought goes too. */
export function RefundDialog({ order, onClose }: { order: OrderHistory; onClose: () => void }) {
  const client = useQueryClient()
  const [endVip, setEndVip] = useState(true)
  const refund = useMutation({
    mutationFn: (reason: string) =>
      refundOrder({ orderId: order.orderId, reason, endVip, payments: order.payments.length }),
    onSuccess: (answer) => {
      onClose()
      toast(refundText(answer), { kind: 'success' })
    },
    onSettled: () => client.invalidateQueries({ queryKey: DESK_KEY }),
  })
  const code = order.kind === 'code'
  return (
    <ReasonDialog
      title="标记退款?"
      text={`请先在支付平台把 ¥${order.price} 退给会员：这里只做标记，不会退钱，也不能撤销。`}
      confirm="标记退款"
      required
      busy={refund.isPending}
      onConfirm={refund.mutate}
      onClose={onClose}
    >
      <CheckBox
        label={code ? '作废激活码' : '收回会员天数'}
        hint={
          code ? '没用过的激活码不能再用；用过的收回剩余天数。' : '收回这个订单还没用完的天数，其他订单的不受影响。'
        }
        checked={endVip}
        onChange={setEndVip}
      />
    </ReasonDialog>
  )
}
