import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { BATCH_CODES_MAX, BATCH_NAME_MAX, PLAN_DAYS_MAX } from '@/shared/config/constants.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { SelectField, TextField } from '@/shared/ui/field.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { useAction } from '../kit/use-action.ts'
import { CODES_KEY, makeCodes, type NewCodes } from './api.ts'
import { batchRule, codesWish, countRule, validDaysRule } from './codes-form.ts'
import { FreshCodes } from './fresh-codes.tsx'

/** Creates codes for a plan and shows them once. */
export function NewCodesDialog({ plans, onClose }: { plans: Schemas['CodePlan'][]; onClose: () => void }) {
  const [made, setMade] = useState<Schemas['CreatedCodes'] | null>(null)
  if (made) return <FreshCodes made={made} onClose={onClose} />
  return (
    <Dialog title="生成激活码" open onClose={onClose} shape="sheet">
      {plans.length === 0 ? (
        <EmptyView text="还没有套餐" hint="激活码按套餐生成，请先新建套餐。" />
      ) : (
        <NewCodesForm plans={plans} onMade={setMade} />
      )}
    </Dialog>
  )
}

interface NewCodesFormProps {
  plans: Schemas['CodePlan'][]
  onMade: (made: Schemas['CreatedCodes']) => void
}

function NewCodesForm({ plans, onMade }: NewCodesFormProps) {
  const { field, submit } = useForm(
    { planId: plans[0]?.id ?? '', count: '', validDays: '', batch: '' },
    { count: countRule, validDays: validDaysRule, batch: batchRule },
  )
  const make = useAction({
    // They cannot be fetched again.
    run: async (wish: NewCodes) => onMade(await makeCodes(wish)),
    refresh: [CODES_KEY],
  })
  return (
    <form className="admin-form" noValidate onSubmit={submit((texts) => make.mutate(codesWish(texts)))}>
      <SelectField
        label="套餐"
        field={field('planId')}
        choices={plans.map(({ id, name, days }) => ({ value: id, label: `${name}（${days} 天）` }))}
      />
      <TextField label="数量" field={field('count')} hint={`1 至 ${BATCH_CODES_MAX} 个`} autoComplete="off" />
      <TextField
        label="有效天数（选填）"
        field={field('validDays')}
        hint={`过期不能使用，最多 ${PLAN_DAYS_MAX} 天；留空为永久有效`}
        autoComplete="off"
      />
      <TextField
        label="批次名称（选填）"
        field={field('batch')}
        hint="中文、字母、数字、_ 或 -，不能重复；留空自动编号"
        maxLength={BATCH_NAME_MAX}
        autoComplete="off"
      />
      <p className="admin-note">激活码只在生成后显示一次，请准备好保存。</p>
      <DialogActions confirm="生成" busy={make.isPending} loadingText="生成中" />
    </form>
  )
}
