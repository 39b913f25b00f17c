import { useQuery } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '@/shared/ui/field.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { TableSkeleton } from '../kit/admin-table.tsx'
import { ConflictPanel } from '../kit/conflict-panel.tsx'
import { isConflict } from '../kit/edit-conflict.ts'
import { editSite, loadSite, SITE_KEY, siteOptions } from '../kit/site.ts'
import { submitOnCtrlEnter } from '../kit/submit-on-ctrl-enter.ts'
import { useAction } from '../kit/use-action.ts'
import { useEditBase } from '../kit/use-edit-base.ts'
import {
  CHANNEL_CHOICES,
  changedLimits,
  LIMIT_FIELDS,
  LIMIT_RULES,
  type LimitTexts,
  limitTextsOf,
  shownLimit,
} from './limits-form.ts'

interface LimitsDialogProps {
  /** The value that is changed first. */
  first?: keyof LimitTexts
  onClose: () => void
}

/** Limits, payment channels and blocked words, which apply without a restart. */
export function LimitsDialog({ first, onClose }: LimitsDialogProps) {
  const site = useQuery(siteOptions())
  return (
    <Dialog title="限额与支付" open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        <QueryView query={site} fallback={<TableSkeleton />}>
          {(opened) => <LimitsForm opened={opened} first={first} onClose={onClose} />}
        </QueryView>
      </div>
    </Dialog>
  )
}

function LimitsForm({ opened, first, onClose }: LimitsDialogProps & { opened: Schemas['AdminSite'] }) {
  const { values, field, set, submit } = useForm<LimitTexts>(limitTextsOf(opened), LIMIT_RULES)
  const focused = (name: keyof LimitTexts) => ({ field: field(name), autoFocus: name === first })
  const edit = { opened, textsOf: limitTextsOf, fields: LIMIT_FIELDS, load: loadSite, set }
  const { base, rebased, meet } = useEditBase(edit)
  const save = useAction({
    run: (texts: LimitTexts) => editSite({ version: base.version, ...changedLimits(base, texts) }),
    refresh: [SITE_KEY],
    onDone: onClose,
    done: '已保存',
    onRefused: (error, texts) => isConflict(error) && meet(texts),
  })

  function onSubmit(texts: LimitTexts) {
    if (Object.keys(changedLimits(base, texts)).length === 0) toast('没有改动', { kind: 'warning' })
    else save.mutate(texts)
  }

  return (
    <form className="admin-form" noValidate onSubmit={submit(onSubmit)} onKeyDown={submitOnCtrlEnter}>
      {rebased && <ConflictPanel key={base.version} rebased={rebased} values={values} set={set} show={shownLimit} />}
      <p className="admin-note">几秒内在所有实例上生效，不用重新启动。</p>
      <TextField label="游客每天可复制的磁链" {...focused('visitorCopies')} autoComplete="off" />
      <TextField label="会员每天可复制的磁链" {...focused('memberCopies')} autoComplete="off" />
      <TextField label="会员每天可提交的问题" {...focused('questions')} autoComplete="off" />
      <SelectField label="支付方式" {...focused('closedChannels')} choices={CHANNEL_CHOICES} />
      <TextArea label="套餐说明" {...focused('planNotice')} hint="显示在充值页的套餐上方；留空为不显示" rows={3} />
      <TextArea
        label="屏蔽词"
        {...focused('blockedWords')}
        hint="每行一个，不分大小写；会员的留言里有这些词时不能提交"
        rows={6}
      />
      <DialogActions confirm="保存" busy={save.isPending} />
    </form>
  )
}
