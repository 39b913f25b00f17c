import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminPlan } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { editPlan, refreshPlans } from './api.ts'

/** Asks once more before a plan goes on sale or off it. */
export function SaleDialog({ plan, onClose }: { plan: AdminPlan; onClose: () => void }) {
  const client = useQueryClient()
  // What is asked about stays what it was when the dialog was opened, whatever the table behind it gets.
  const [seen] = useState(plan)
  const change = useMutation({
    mutationFn: () => editPlan({ id: seen.id, version: seen.version, onSale: !seen.onSale }),
    onSuccess: async () => {
      // The row's version is what the next edit is based on.
      await refreshPlans(client)
      onClose()
      toast(seen.onSale ? '套餐已下架' : '套餐已上架', { kind: 'success' })
    },
    onError: (error) => {
      toast(error.message, { kind: 'error' })
      return refreshPlans(client)
    },
  })
  const word = seen.onSale ? '下架' : '上架'
  return (
    <ConfirmDialog
      title={`${word}套餐?`}
      confirm={word}
      open
      busy={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {seen.onSale
        ? `「${seen.name}」不能再购买，已有的订单不受影响。`
        : `「${seen.name}」会以 ${seen.price} 元开始出售。`}
    </ConfirmDialog>
  )
}
