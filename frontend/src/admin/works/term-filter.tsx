import { useQueries } from '@tanstack/react-query'
import { X } from 'lucide'
import { type ComponentProps, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { adminTermDetailOptions } from '../kit/term-queries.ts'
import type { TableLocation } from '../kit/use-table-params.ts'
import { TermPicker } from './term-picker.tsx'
import '@/shared/ui/chip.css'
import './bulk.css'

/** Name of the URL parameter. */
const NAME = 'withTerms'

/** The ids in the URL. */
export function termIdsOf({ value }: TableLocation): string[] {
  return value(NAME).split(',').filter(Boolean)
}

interface TermFilterProps {
  table: TableLocation
  /** The channel of the works; a term of another one has none of them. */
  modId: ComponentProps<typeof TermPicker>['modId']
}

/** Narrows the table to works with all of the chosen terms, which are found by name. */
export function TermFilter({ table, modId }: TermFilterProps) {
  const [isOpen, setOpen] = useState(false)
  const navigate = useNavigate()
  const ids = termIdsOf(table)
  const terms = useQueries({ queries: ids.map((id) => ({ ...adminTermDetailOptions(id), staleTime: 60_000 })) })
  const toIds = (ids: readonly string[]) => table.to({ [NAME]: ids.join(',') })
  return (
    <div className="bulk-terms">
      {ids.map((id, at) => (
        <Link key={id} to={toIds(ids.filter((other) => other !== id))} className="chip" aria-current="true">
          {terms[at]?.data?.name ?? '词条'}
          <Icon of={X} size={16} />
          <span className="visually-hidden">不再按此筛选</span>
        </Link>
      ))}
      <button type="button" className="chip" onClick={() => setOpen(true)}>
        按词条筛选
      </button>
      <Dialog title="按词条筛选" open={isOpen} onClose={() => setOpen(false)}>
        <div className="admin-form">
          <TermPicker
            label="片商、类别、演员、系列等"
            modId={modId}
            chosen={[]}
            autoFocus
            onChange={([term]) => {
              setOpen(false)
              if (term) void navigate(toIds([...ids.filter((id) => id !== term.id), term.id]))
            }}
          />
        </div>
      </Dialog>
    </div>
  )
}
