import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { AdminWork, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { letPass } from '@/shared/feedback/leave-guards.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useLocationNow } from '@/shared/lib/use-location-now.ts'
import type { UrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { type RowSteps, useRowSteps } from '../kit/row-steps.ts'
import type { TableFilter } from '../kit/table-query.ts'
import type { TableLocation } from '../kit/use-table-params.ts'
import { adminWorksOptions } from './api.ts'
import { nextWork } from './next-work.ts'

/** The table on screen, and which of its works is open. */
interface ShownWorks {
  filter: TableFilter<'/admin/works'>
  table: TableLocation
  list: UseQueryResult<ListAnswer<AdminWork>>
  dialog: UrlDialog
}

/** A work that was just gone to. */
export interface Arrival {
  id: string
  /** The field that takes the focus; `null` for the heading. */
  field: string | null
}

/** Goes on to the next work, and says so. */
export type GoOn = (isSaved: boolean) => Promise<void>

export interface WorkSteps extends RowSteps {
  /** Rows of the list. */
  total: number
  /** Notes that a link opens a work. */
  arrive: (id: string) => void
  arrival: Arrival | null
  /** Called when a save begins; what it returns opens the next work, with the focus in the same field. */
  leave: (id: string, field: () => string | null) => GoOn
}

/** Moves through the works of the table, over the ends of its pages too. */
export function useWorkSteps({ filter, table, list, dialog }: ShownWorks): WorkSteps {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const locationNow = useLocationNow()
  const [arrival, setArrival] = useState<Arrival | null>(null)
  const { rows = [], total = 0 } = list.data ?? {}
  const { page, size = PAGE_SIZE.admin } = filter

  function goTo(id: string, arrives: Arrival | null, other?: number) {
    setArrival(arrives)
    if (dialog.value === null) return dialog.open(id)
    const to = table.to({ page: other ? String(other) : table.value('page'), open: id })
    void navigate(to, { replace: true, state, preventScrollReset: true })
  }

  async function load(other: number) {
    try {
      return (await client.fetchQuery(adminWorksOptions({ ...filter, page: other }))).rows
    } catch {
      toast('没有加载出来，请稍后再试', { kind: 'error' })
      return undefined
    }
  }

  async function goOn(id: string, before: readonly AdminWork[], field: string | null, isSaved: boolean) {
    const now = client.getQueryData(adminWorksOptions(filter).queryKey)?.rows ?? []
    const here = nextWork(before, now, id)
    const hasPage = page < Math.ceil(total / size)
    const row = here ?? (hasPage ? (await load(page + 1))?.[0] : undefined)
    const isStill = new URLSearchParams(locationNow()?.search).get('open') === id
    const say = (more: string) => {
      const text = [isSaved && '已保存', more].filter(Boolean).join('，')
      if (text) toast(text, { kind: isSaved ? 'success' : 'plain' })
    }
    // Somebody may have gone elsewhere meanwhile.
    if (!isStill || !row) return say(isStill && !hasPage ? '这是最后一部' : '')
    letPass()
    goTo(row.id, { id: row.id, field }, here ? undefined : page + 1)
    say(`下一部是 ${row.number}`)
  }

  const steps = useRowSteps({
    ...{ rows, total, page, size, load },
    open: dialog.value,
    goTo: (id, by, other) => goTo(id, by === 'key' ? { id, field: null } : null, other),
  })
  return {
    ...steps,
    total,
    arrive: (id) => setArrival({ id, field: null }),
    arrival,
    leave: (id, field) => (isSaved) => goOn(id, rows, field(), isSaved),
  }
}
