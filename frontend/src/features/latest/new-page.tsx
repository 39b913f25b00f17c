import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useLastVisit } from '@/entities/work/last-visit.ts'
import { WorksList } from '@/entities/work/works-list.tsx'
import { serverNow } from '@/shared/api/clock.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { dayOf } from '@/shared/lib/format.ts'
import { BackButton } from '@/shared/ui/back-button.tsx'

const WEEK = 7 * 24 * 60 * 60

/** /new: what was added since a time in the address, or since the last visit, or in the last week. */
export default function NewPage() {
  const [params] = useSearchParams()
  const last = useLastVisit()
  const [weekAgo] = useState(() => Math.floor(serverNow() / 1000) - WEEK)
  const since = secondsIn(params.get('since')) ?? last ?? weekAgo
  const title = `${dayOf(since)} 以来新增`
  return (
    <div className="page">
      <WorksList
        title={title}
        heading={
          <>
            <BackButton otherwise="/index" />
            <h1>{title}</h1>
          </>
        }
        filter={{ sort: 'id', addedSince: since, pageSize: PAGE_SIZE.category }}
        emptyText="还没有新增影片"
      />
    </div>
  )
}

function secondsIn(text: string | null): number | undefined {
  return text !== null && /^[1-9]\d{8,9}$/.test(text) && Number(text) <= 4_000_000_000 ? Number(text) : undefined
}
