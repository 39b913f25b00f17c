import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide'
import { checkOrder, ordersOptions } from '@/entities/order/api.ts'
import { refreshLevel } from '@/entities/user/use-level.ts'
import type { Order } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { toneOf } from './order-status.ts'
import '@/shared/ui/chip.css'

/** Queries whether an order is paid; the toast's colour depends on the result. */
export function CheckButton({ order, text }: { order: Order; text: string }) {
  const client = useQueryClient()
  const check = useMutation({
    mutationFn: () => checkOrder(order.orderId),
    onSuccess: ({ text: answer, status }) => {
      toast(answer, { kind: toneOf(status) })
      refreshLevel(client)
      return client.invalidateQueries({ queryKey: ordersOptions().queryKey })
    },
  })
  return (
    <button
      type="button"
      className="chip order-refresh"
      aria-disabled={check.isPending || undefined}
      onClick={() => check.isPending || check.mutate()}
    >
      <Icon of={RotateCw} size={16} />
      {check.isPending ? '刷新中' : text}
    </button>
  )
}
