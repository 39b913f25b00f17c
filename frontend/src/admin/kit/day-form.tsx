import { useNavigate } from 'react-router-dom'
import type { TableLocation } from './use-table-params.ts'
import '@/shared/ui/field.css'

const DAYS = [
  { name: 'from', label: '从' },
  { name: 'to', label: '到' },
] as const

/** The date range of a table, stored in the URL. */
export function DayForm({ table: { value, to } }: { table: TableLocation }) {
  const navigate = useNavigate()
  return (
    <div className="admin-days">
      {DAYS.map(({ name, label }) => (
        <label key={name}>
          {label}
          <span className="field-box">
            <input
              type="date"
              name={name}
              value={value(name)}
              // The picker offers no range that ends before it begins.
              min={(name === 'to' && value('from')) || undefined}
              max={(name === 'from' && value('to')) || undefined}
              onChange={(event) => void navigate(to({ [name]: event.target.value }), { replace: true })}
            />
          </span>
        </label>
      ))}
    </div>
  )
}
