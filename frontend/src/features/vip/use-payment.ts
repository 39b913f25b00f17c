import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ordersOptions } from '@/entities/order/api/orders.ts'
import { type PayChannel, submitOrder } from '@/entities/order/api/submit-order.ts'
import { PLANS_KEY } from '@/entities/vip/api/plans.ts'
import { ApiError } from '@/shared/api/errors.ts'
import type { VipPlan } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { sceneOf } from './scene.ts'

interface Start {
  channel: PayChannel
  /** The window opened for the provider's page; `null` where the browser would open none. */
  paying: Window | null
}

/** Orders a plan and leads to where it is paid, in a window of its own (spec §4). */
export function usePayment(plan: VipPlan | undefined) {
  const client = useQueryClient()
  const [blocked, setBlocked] = useState<string | null>(null)

  const payment = useMutation({
    mutationFn: ({ channel }: Start) =>
      submitOrder({ groupId: plan?.id ?? '', payChannel: channel, scene: sceneOf(navigator.userAgent) }),
    onSuccess: (address, { paying }) => {
      void client.invalidateQueries({ queryKey: ordersOptions().queryKey })
      if (address === null) {
        paying?.close()
        toast('支付系统故障了', { kind: 'error' })
      } else if (paying && !paying.closed) paying.location.replace(address)
      else setBlocked(address)
    },
    onError: (error, { paying }) => {
      paying?.close()
      // What is on sale has changed since it was shown.
      if (error instanceof ApiError && error.word === 'plan_gone') {
        void client.invalidateQueries({ queryKey: [PLANS_KEY] })
      }
    },
  })

  /** To be called while a press is being handled: later no browser would open a window. */
  function pay(channel: PayChannel) {
    if (payment.isPending || !plan) return
    setBlocked(null)
    payment.mutate({ channel, paying: openWindow() })
  }

  return {
    pay,
    busy: payment.isPending ? payment.variables.channel : null,
    /** Address to be opened by hand, since no window could be. */
    blocked,
  }
}

/** An empty window that knows nothing of this one and says what it waits for. */
function openWindow(): Window | null {
  const opened = window.open('', '_blank')
  if (!opened) return null
  opened.opener = null
  opened.document.title = '前往支付'
  opened.document.body.textContent = '正在前往支付页面，请稍候'
  return opened
}
