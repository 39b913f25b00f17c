import type { AdminPlan } from '@/shared/api/types.ts'
import { PLAN_NAME_MAX, PLAN_REMARK_MAX } from '@/shared/config/constants.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { type FieldState, useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { SelectField, TextField } from '@/shared/ui/field.tsx'
import { ConflictPanel } from '../kit/conflict-panel.tsx'
import { isConflict } from '../kit/edit-conflict.ts'
import { useAction } from '../kit/use-action.ts'
import { useEditBase } from '../kit/use-edit-base.ts'
import { createPlan, editPlan, loadPlan, SHOWN_PLANS } from './api.ts'
import {
  changedFields,
  KIND_CHOICES,
  NEW_PLAN,
  PLAN_FIELDS,
  PLAN_RULES,
  type PlanTexts,
  planOf,
  SALE_CHOICES,
  shownText,
  textsOf,
} from './plan-form.ts'

/** The form of a new or existing plan. */
export function PlanDrawer({ plan, onClose }: { plan: AdminPlan | null; onClose: () => void }) {
  return (
    <Dialog title={plan ? `编辑 ${plan.name}` : '新建套餐'} open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        {plan ? <EditForm opened={plan} onClose={onClose} /> : <NewForm onClose={onClose} />}
      </div>
    </Dialog>
  )
}

function EditForm({ opened, onClose }: { opened: AdminPlan; onClose: () => void }) {
  const { values, field, set, submit } = useForm<PlanTexts>(textsOf(opened), PLAN_RULES)
  const { base, rebased, meet } = useEditBase({
    opened,
    textsOf,
    fields: PLAN_FIELDS,
    load: () => loadPlan(opened.id),
    set,
  })
  const save = useAction({
    run: (texts: PlanTexts) => editPlan({ id: base.id, version: base.version, ...changedFields(base, texts) }),
    refresh: SHOWN_PLANS,
    onDone: onClose,
    done: '已保存',
    onRefused: (error, texts) => isConflict(error) && meet(texts),
  })

  function onSubmit(texts: PlanTexts) {
    if (Object.keys(changedFields(base, texts)).length === 0) toast('没有改动', { kind: 'warning' })
    else save.mutate(texts)
  }

  return (
    <form className="admin-form" noValidate onSubmit={submit(onSubmit)}>
      {rebased && <ConflictPanel key={base.version} rebased={rebased} values={values} set={set} show={shownText} />}
      <p className="admin-note">已有的订单和激活码不受影响。</p>
      <PlanFields field={field} />
      <DialogActions confirm="保存" busy={save.isPending} />
    </form>
  )
}

function NewForm({ onClose }: { onClose: () => void }) {
  const { field, submit } = useForm<PlanTexts>(NEW_PLAN, PLAN_RULES)
  const save = useAction({
    run: (texts: PlanTexts) => createPlan(planOf(texts)),
    refresh: SHOWN_PLANS,
    onDone: onClose,
    done: '已保存',
  })
  return (
    <form className="admin-form" noValidate onSubmit={submit((texts) => save.mutate(texts))}>
      <PlanFields field={field} />
      <DialogActions confirm="保存" busy={save.isPending} />
    </form>
  )
}

function PlanFields({ field }: { field: (name: keyof PlanTexts) => FieldState }) {
  return (
    <>
      <TextField label="名称" field={field('name')} maxLength={PLAN_NAME_MAX * 2} autoComplete="off" />
      <TextField label="说明" field={field('remark')} maxLength={PLAN_REMARK_MAX * 2} autoComplete="off" />
      <SelectField label="类型" field={field('kind')} choices={KIND_CHOICES} />
      <TextField label="现价（元）" field={field('price')} autoComplete="off" />
      <TextField label="原价（元）" field={field('priceBefore')} hint="留空为不打折" autoComplete="off" />
      <TextField label="天数" field={field('days')} autoComplete="off" />
      <TextField label="会员组" field={field('levelId')} hint="2 为 VIP" autoComplete="off" />
      <TextField label="顺序" field={field('position')} hint="小的在前" autoComplete="off" />
      <TextField label="应用编号" field={field('app')} hint="留空为所有应用" autoComplete="off" />
      <SelectField label="状态" field={field('onSale')} choices={SALE_CHOICES} />
    </>
  )
}
