import { useState } from 'react'
import type { AdminPlan } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { isConflict } from '../kit/edit-conflict.ts'
import { useAction } from '../kit/use-action.ts'
import { editPlan, SHOWN_PLANS } from './api.ts'

/** Confirms putting a plan on or taking it off sale. */
export function SaleDialog({ plan, onClose }: { plan: AdminPlan; onClose: () => void }) {
  // The plan when the dialog was opened, whatever the table receives meanwhile.
  const [seen] = useState(plan)
  const change = useAction({
    run: () => editPlan({ id: seen.id, version: seen.version, onSale: !seen.onSale }),
    refresh: SHOWN_PLANS,
    onDone: onClose,
    done: seen.onSale ? '套餐已下架' : '套餐已上架',
    onRefused: (error) => isConflict(error) && toast(error.message, { kind: 'error' }),
  })
  const label = seen.onSale ? '下架' : '上架'
  return (
    <ConfirmDialog
      title={`${label}套餐?`}
      confirm={label}
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
