import { useQuery } from '@tanstack/react-query'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { QueryChange } from '@/shared/lib/query.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { SelectField, TextField } from '@/shared/ui/field.tsx'
import { FieldFrame } from '@/shared/ui/field-frame.tsx'
import type { TableLocation } from '../kit/use-table-params.ts'
import { LACK_CHOICES, MINUTES_MAX, NAME_MAX, SCORE_CHOICES, TIME_CHOICES } from './works-filter.ts'
import '@/shared/ui/chip.css'
import './more-filters-dialog.css'

interface MoreFiltersDialogProps {
  table: TableLocation
  onFilter: (change: QueryChange) => void
  onClose: () => void
}

export default function MoreFiltersDialog({ table: { value }, onFilter, onClose }: MoreFiltersDialogProps) {
  const own = useQuery(userInfoOptions()).data?.user?.userName
  const { values, field, set, submit } = useForm(
    {
      lacks: value('lacks'),
      scoreBelow: value('scoreBelow'),
      minDuration: value('minDuration'),
      maxDuration: value('maxDuration'),
      editedBy: value('editedBy'),
      time: value('time'),
      from: value('from'),
      to: value('to'),
    },
    {
      minDuration: minutesRule,
      maxDuration: (text, { minDuration }) =>
        minutesRule(text) ?? (text && minDuration && Number(text) < Number(minDuration) ? '最长不能小于最短' : null),
    },
    { guarded: false },
  )
  return (
    <Dialog title="更多条件" open onClose={onClose}>
      <form className="admin-form" noValidate onSubmit={submit((wanted) => onFilter(wanted))}>
        <SelectField label="缺少" field={field('lacks')} choices={LACK_CHOICES} />
        <SelectField label="完整度" field={field('scoreBelow')} choices={SCORE_CHOICES} />
        <div className="more-filters-dialog-pair">
          <TextField label="最短（分钟）" field={field('minDuration')} maxLength={4} autoComplete="off" />
          <TextField label="最长（分钟）" field={field('maxDuration')} maxLength={4} autoComplete="off" />
        </div>
        <TextField label="最后修改者" field={field('editedBy')} maxLength={NAME_MAX} autoComplete="off" />
        {own !== undefined && values.editedBy !== own && (
          <button type="button" className="chip more-filters-dialog-own" onClick={() => set({ editedBy: own })}>
            我修改的
          </button>
        )}
        <SelectField label="日期按" field={field('time')} choices={TIME_CHOICES} />
        <div className="more-filters-dialog-pair">
          <DayField label="从" value={values.from} max={values.to} onChange={(from) => set({ from })} />
          <DayField label="到" value={values.to} min={values.from} onChange={(to) => set({ to })} />
        </div>
        <DialogActions confirm="筛选" />
      </form>
    </Dialog>
  )
}

interface DayFieldProps {
  label: string
  value: string
  min?: string
  max?: string
  onChange: (value: string) => void
}

function DayField({ label, value, min, max, onChange }: DayFieldProps) {
  return (
    <FieldFrame label={label}>
      {(attributes) => (
        <input
          {...attributes}
          type="date"
          value={value}
          min={min || undefined}
          max={max || undefined}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </FieldFrame>
  )
}

function minutesRule(text: string): string | null {
  const isNumber = /^\d*$/.test(text) && Number(text) <= MINUTES_MAX
  return isNumber ? null : `请填写 0 到 ${MINUTES_MAX} 的整数`
}
