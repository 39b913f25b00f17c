import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { cancelOrder, goOnPaying, ordersOptions } from '@/entities/order/api.ts'
import { refreshLevel } from '@/entities/user/use-level.ts'
import type { Order } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { OpenedByHand } from './opened-by-hand.tsx'
import { clockOf, toneOf } from './order-status.ts'
import { useOrderWatch } from './use-order-watch.ts'
import { usePaying } from './use-payment.ts'
import { useSecondsLeft } from './use-seconds-left.ts'

const PAID = 1

/** Pay or cancel an unpaid order, with the remaining time. */
export function OrderActions({ order, fetchedAt }: { order: Order; fetchedAt: number }) {
  const client = useQueryClient()
  const left = useSecondsLeft(order.secondsLeft ?? 0, fetchedAt)
  const [leaving, setLeaving] = useState(false)
  const { pay, busy, byHand, orderId } = usePaying((id: string, scene) => goOnPaying({ orderId: id, scene }))
  useOrderWatch(orderId)
  const cancel = useMutation({
    mutationFn: () => cancelOrder(order.orderId),
    onSuccess: ({ text, status }) => {
      toast(text, { kind: toneOf(status) })
      if (status === PAID) refreshLevel(client)
    },
    onSettled: () => {
      setLeaving(false)
      return client.invalidateQueries({ queryKey: ordersOptions().queryKey })
    },
  })
  if (left <= 0) return <p className="order-left">支付时间已过，订单即将关闭；已付款的订单仍会到账</p>
  return (
    <div className="order-open">
      <p className="order-left numeric" role="timer">
        剩余支付时间 {clockOf(left)}
      </p>
      <div className="order-ways">
        <Button round onClick={() => setLeaving(true)}>
          取消订单
        </Button>
        <Button
          round
          primary
          loading={busy !== null}
          loadingText="正在前往"
          onClick={() => pay(order.orderId, order.payChannel)}
        >
          继续支付
        </Button>
      </div>
      {byHand && <OpenedByHand {...byHand} />}
      <ConfirmDialog
        title="取消订单?"
        confirm="取消订单"
        cancel="保留订单"
        open={leaving}
        busy={cancel.isPending}
        onConfirm={() => cancel.isPending || cancel.mutate()}
        onClose={() => setLeaving(false)}
      >
        取消后不能再支付这笔订单：{order.payName}。
      </ConfirmDialog>
    </div>
  )
}
