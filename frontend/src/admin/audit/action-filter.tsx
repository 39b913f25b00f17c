import { useNavigate } from 'react-router-dom'
import { SelectField } from '@/shared/ui/field.tsx'
import { ACTION_NAMES } from '../kit/action-names.ts'
import { useTableAddress } from '../kit/use-table-address.ts'

const CHOICES = [
  { value: '', label: '全部' },
  ...Object.entries(ACTION_NAMES).map(([value, label]) => ({ value, label })),
]

/** Which actions the log shows. */
export function ActionFilter() {
  const { value, to } = useTableAddress()
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
