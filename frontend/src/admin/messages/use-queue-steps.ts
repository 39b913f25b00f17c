import { type UseQueryResult, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { AWAITING } from '@/entities/message/status.ts'
import type { AdminMessage, ListAnswer } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { letPass } from '@/shared/feedback/leave-guards.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import type { QueryChange } from '@/shared/lib/query.ts'
import { useLocationNow } from '@/shared/lib/use-location-now.ts'
import type { UrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { type RowSteps, useRowSteps } from '../kit/row-steps.ts'
import type { TableFilter } from '../kit/table-query.ts'
import type { TableLocation } from '../kit/use-table-params.ts'
import { adminConversationOptions, queueOptions } from './api.ts'
import { nextWaiting } from './next-waiting.ts'
import { NOBODY_WAITS } from './states.ts'

/** The queue on screen, and which of its conversations is open. */
interface ShownQueue {
  filter: TableFilter<'/admin/messages'>
  table: TableLocation
  list: UseQueryResult<ListAnswer<AdminMessage>>
  dialog: UrlDialog
}

/** A conversation that was just gone to, and the part of it that takes the focus. */
export interface Arrival {
  id: string
  part: 'heading' | 'reply'
}

/** Ways through the queue. */
export interface QueueSteps extends RowSteps {
  /** Notes that a link opens a conversation. */
  arrive: (id: string) => void
  arrival: Arrival | null
  /** Called when a reply is sent; what it returns opens the next one waiting. */
  leave: (id: string) => () => Promise<boolean>
  /** Whether the conversation on screen is the one of the address: after a step, it is drawn a moment later. */
  isDrawn: () => boolean
  /** Whether the last one waiting was just answered. */
  ended: boolean
}

/** Moves through the queue, over the ends of its pages too. */
export function useQueueSteps({ filter, table, list, dialog }: ShownQueue): QueueSteps {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { state } = useLocation()
  const locationNow = useLocationNow()
  const [arrival, setArrival] = useState<Arrival | null>(null)
  const [ended, setEnded] = useState(false)
  const rows = list.data?.rows ?? []
  const steps = useRowSteps({
    rows,
    total: list.data?.total ?? 0,
    page: filter.page,
    size: PAGE_SIZE.admin,
    open: dialog.value,
    goTo: (id, by, page) => goTo(id, by === 'key' ? 'heading' : null, page ? { page: String(page) } : undefined),
    load: async (page) => {
      const found = await fetchRows({ ...filter, page })
      if (!found) toast('没有加载出来，请稍后再试', { kind: 'error' })
      return found
    },
  })
  const upcoming = nextWaiting(rows, rows, dialog.value ?? '')?.id

  // So that it shows at once.
  useEffect(() => {
    if (upcoming) void client.prefetchQuery(adminConversationOptions(upcoming, false))
  }, [client, upcoming])

  function goTo(id: string, part: Arrival['part'] | null, change?: QueryChange) {
    setArrival(part && { id, part })
    setEnded(false)
    if (dialog.value === null) return dialog.open(id)
    const to = table.to({ page: table.value('page'), ...change, open: id })
    void navigate(to, { replace: true, state, preventScrollReset: true })
  }

  /** The rows of another page; `undefined` if they cannot be loaded. */
  async function fetchRows(other: TableFilter<'/admin/messages'>) {
    try {
      return (await client.fetchQuery(queueOptions(other))).rows
    } catch {
      return undefined
    }
  }

  const openNow = () => new URLSearchParams(locationNow()?.search).get('open')

  /** The next one waiting, with the page it is on if that is not the one on screen; `undefined` if it is not known. */
  async function findWaiting(id: string, before: readonly AdminMessage[]) {
    const now = client.getQueryData(queueOptions(filter).queryKey)?.rows ?? []
    const row = nextWaiting(before, now, id)
    if (row) return { row }
    const others = await fetchRows({ ...filter, status: `${AWAITING}`, page: 1 })
    return others && { row: nextWaiting([], others, id), change: { status: '', page: '' } }
  }

  async function goOn(id: string, before: readonly AdminMessage[]) {
    const found = await findWaiting(id, before)
    const said = (more: string) => toast(`回复已发送${more}`, { kind: 'success' })
    // Somebody may have gone elsewhere meanwhile.
    if (openNow() !== id || !found) {
      said(found ? '' : '，下一条没有加载出来')
      return false
    }
    // The conversation is left by its own reply, and what is typed from here on is not meant for it.
    letPass()
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    if (found.row) {
      goTo(found.row.id, 'reply', found.change)
      said(`，下一条是 ${found.row.userName}`)
    } else {
      setEnded(true)
      dialog.close()
      said(`，${NOBODY_WAITS}`)
    }
    return true
  }

  return {
    ...steps,
    arrive: (id) => setArrival({ id, part: 'heading' }),
    arrival,
    leave: (id) => () => goOn(id, rows),
    isDrawn: () => openNow() === dialog.value,
    ended,
  }
}
