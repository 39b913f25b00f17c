import { useNavigate } from 'react-router-dom'
import { Select } from '@/shared/ui/field-frame.tsx'
import { ACTION_CHOICES } from '../kit/action-names.ts'
import type { TableLocation } from '../kit/use-table-params.ts'

const CHOICES = [{ value: '', label: '全部' }, ...ACTION_CHOICES]

/** Which actions the log shows. */
export function ActionFilter({ table: { value, to } }: { table: TableLocation }) {
  const navigate = useNavigate()
  return (
    <div className="admin-select">
      <Select
        label="操作"
        name="action"
        value={value('action')}
        choices={CHOICES}
        onChange={(action) => void navigate(to({ action }))}
      />
    </div>
  )
}
