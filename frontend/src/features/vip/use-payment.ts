import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type OpenOrder, ordersOptions, type PayChannel, type PayScene, submitOrder } from '@/entities/order/api.ts'
import { PLANS_KEY } from '@/entities/vip/api.ts'
import { ApiError } from '@/shared/api/errors.ts'
import type { Plan } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { orderLook } from './order-status.ts'
import { openPayingWindow, type PayingWindow } from './paying-window.ts'
import { appOf, opensIn, sceneOf } from './scene.ts'
import { useOrderWatch } from './use-order-watch.ts'

/** Why the payment page is not open: the popup was blocked or closed. */
export type NotOpen = 'blocked' | 'closed'

/** A payment page to be opened by hand. */
export interface ByHand {
  url: string
  why: NotOpen
}

interface Start<Wish> {
  wish: Wish
  /** The window for the payment page; `null` if it was blocked. */
  paying: PayingWindow | null
}

/** Opens the payment page of an order in a new window (R11.1); `order` creates or finds the order. */
export function usePaying<Wish>(order: (wish: Wish, scene: PayScene) => Promise<OpenOrder>) {
  const client = useQueryClient()
  const [byHand, setByHand] = useState<ByHand | null>(null)
  const [orderId, setOrderId] = useState<string | null>(null)

  const payment = useMutation({
    mutationFn: ({ wish }: Start<Wish>) => order(wish, sceneOf(navigator.userAgent)),
    onSuccess: ({ url, orderId: ordered }, { paying }) => {
      void client.invalidateQueries({ queryKey: ordersOptions().queryKey })
      if (url === null) {
        paying?.close()
        toast('支付系统故障了', { kind: 'error' })
        return
      }
      setOrderId(ordered)
      if (paying && !paying.closed) paying.leave(url)
      else setByHand({ url, why: paying ? 'closed' : 'blocked' })
    },
    onError: (error, { paying }) => {
      paying?.close()
      // Plan or order have changed since they were shown.
      if (error instanceof ApiError && error.errorCode === 'plan_gone') {
        void client.invalidateQueries({ queryKey: [PLANS_KEY] })
      }
      if (error instanceof ApiError && error.errorCode === 'order_closed') {
        void client.invalidateQueries({ queryKey: ordersOptions().queryKey })
      }
    },
  })

  /** Call it in a click handler: later the browser blocks the popup. No order is made where its page would not open. */
  function pay(wish: Wish, channel: PayChannel) {
    if (payment.isPending) return
    if (!opensIn(appOf(navigator.userAgent), channel)) {
      toast('当前应用内打不开支付页面，请用浏览器打开本站后支付', { kind: 'warning' })
      return
    }
    setByHand(null)
    setOrderId(null)
    payment.mutate({ wish, paying: openPayingWindow() })
  }

  return {
    pay,
    busy: payment.isPending ? payment.variables.wish : null,
    byHand,
    /** Id of the order being paid. */
    orderId,
  }
}

/** {@link usePaying} for a plan and a channel, and what has become of the order once it is no longer unpaid. */
export function usePayment(plan: Plan) {
  const paying = usePaying((channel: PayChannel, scene) =>
    submitOrder({ groupId: plan.id, payChannel: channel, scene }),
  )
  const state = useOrderWatch(paying.orderId)
  const look = state && orderLook(state.status)
  const pay = (channel: PayChannel) => paying.pay(channel, channel)
  return { ...paying, pay, settled: state && look && look !== 'unpaid' ? { look, text: state.text } : null }
}
