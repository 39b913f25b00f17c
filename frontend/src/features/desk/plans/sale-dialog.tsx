import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeskPlan } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { editPlan, refreshPlans } from './api/desk-plans.ts'

/** Asks once more before a plan goes on sale or off it. */
export function SaleDialog({ plan, onClose }: { plan: DeskPlan; onClose: () => void }) {
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: () => editPlan({ id: plan.id, onSale: !plan.onSale }),
    onSuccess: () => {
      onClose()
      toast(plan.onSale ? '套餐已下架' : '套餐已上架', { kind: 'success' })
    },
    onSettled: () => refreshPlans(client),
  })
  const word = plan.onSale ? '下架' : '上架'
  return (
    <ConfirmDialog
      title={`${word}套餐?`}
      confirm={word}
      open
      busy={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {plan.onSale
        ? `「${plan.name}」不能再购买，已有的订单不受影响。`
        : `「${plan.name}」会以 ${plan.price} 元开始出售。`}
    </ConfirmDialog>
  )
}
