import { useState } from 'react'
import type { OrderHistory } from '@/shared/api/types.ts'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { ReasonDialog } from '../kit/reason-dialog.tsx'
import { useAction } from '../kit/use-action.ts'
import { refundOrder } from './api.ts'
import { refundText } from './order-labels.ts'

const PAID = 1

/** The payments of an order. */
function received({ payments, price }: OrderHistory): string {
  const prices = payments.length > 0 ? payments.map((payment) => payment.price) : [price]
  return prices.map((one) => `¥${one}`).join('、')
}

/** Asks for the reason of a refund, and whether to revoke what was bought. */
export function RefundDialog({ order, onClose }: { order: OrderHistory; onClose: () => void }) {
  // An abnormal order may have been paid twice: then one payment is refunded and the purchase stays.
  const [endVip, setEndVip] = useState(order.status === PAID)
  const refund = useAction({
    run: (reason: string) => refundOrder({ orderId: order.orderId, reason, endVip, payments: order.payments.length }),
    refresh: [ADMIN_KEY],
    onDone: onClose,
    done: refundText,
  })
  const code = order.kind === 'code'
  return (
    <ReasonDialog
      title="标记退款?"
      text={`请先在支付平台退款（收到 ${received(order)}）：这里只做标记，不会退钱，也不能撤销。`}
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
