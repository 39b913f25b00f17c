import { useState } from 'react'
import type { MemberDetail } from '@/shared/api/types.ts'
import { REASON_MAX } from '@/shared/config/constants.ts'
import { randomId } from '@/shared/lib/random-id.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { TextArea, TextField } from '@/shared/ui/field.tsx'
import { addDays } from './api.ts'
import { daysRule } from './days-rule.ts'
import { MemberNews } from './member-news.tsx'
import { reasonRule } from './reason-rule.ts'
import { useMemberChange } from './use-member-change.ts'

/** Adds or removes days of VIP. Repeated submits count once. */
export function DaysDialog({ detail, onClose }: { detail: MemberDetail; onClose: () => void }) {
  const [key] = useState(randomId)
  const { field, submit } = useForm({ days: '', reason: '' }, { days: daysRule, reason: reasonRule })
  const { base, rebased, ...change } = useMemberChange({
    detail,
    send: (seen, form: { days: number; reason: string }) => addDays({ ...seen, ...form, key }),
    onDone: onClose,
    done: 'VIP天数已调整',
  })
  return (
    <Dialog title="调整VIP天数" open onClose={onClose}>
      <form
        className="admin-form"
        noValidate
        onSubmit={submit(({ days, reason }) => change.mutate({ days: Number(days.trim()), reason: reason.trim() }))}
      >
        <MemberNews key={base.version} rebased={rebased} />
        <p className="admin-note">
          {base.userName} {base.vipUntil ? `的VIP到 ${base.vipUntil}` : '现在没有VIP'}
          。增加的天数从剩余时间之后算起。
        </p>
        <TextField
          label="天数"
          field={field('days')}
          hint="负数表示扣除，最多扣到没有剩余"
          maxLength={5}
          autoComplete="off"
        />
        <TextArea label="原因" field={field('reason')} maxLength={REASON_MAX} counter />
        <DialogActions confirm="确定" busy={change.isPending} loadingText="处理中" />
      </form>
    </Dialog>
  )
}
