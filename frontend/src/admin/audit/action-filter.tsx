import { useNavigate } from 'react-router-dom'
import { SelectField } from '@/shared/ui/field.tsx'
import { ACTION_CHOICES } from '../kit/action-names.ts'
import type { TableLocation } from '../kit/use-table-params.ts'

const CHOICES = [{ value: '', label: '全部' }, ...ACTION_CHOICES]

/** Which actions the log shows. */
export function ActionFilter({ table: { value, to } }: { table: TableLocation }) {
  const navigate = useNavigate()
  const field = {
    name: 'action',
    value: value('action'),
    error: null,
    onChange: (action: string) => void navigate(to({ action })),
    onBlur: () => undefined,
  }
  return (
    <div className="admin-select">
      <SelectField label="操作" field={field} choices={CHOICES} />
    </div>
  )
}
