import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { DownloadRequest } from '@/shared/api/types.ts'
import { workPath } from '@/shared/config/paths.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { TIMES } from '../kit/table-sort.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { adminDownloadsOptions, type DownloadDecision, type DownloadStatus } from './api.ts'
import { DownloadDialog } from './download-dialog.tsx'

const SORT_FIELDS = { createTime: TIMES }

const STATES: readonly { value: DownloadStatus; label: string; empty: string }[] = [
  { value: 'open', label: '待处理', empty: '没有待处理的申请' },
  { value: 'done', label: '已完成', empty: '还没有完成的申请' },
  { value: 'refused', label: '已拒绝', empty: '没有拒绝过申请' },
]

/** Extra columns of decided requests. */
const DECIDED: readonly Column<DownloadRequest>[] = [
  timeColumn('处理时间', ({ decideTime }) => decideTime),
  { name: '备注', wide: true, cell: ({ note }) => note || '—' },
]

interface OpenDialog {
  request: DownloadRequest
  decision: DownloadDecision
}

const FACTS: readonly Column<DownloadRequest, keyof typeof SORT_FIELDS>[] = [
  {
    name: '作品',
    cell: ({ workId, modId, number, title }) => (
      <a href={workPath({ id: workId, modId })} target="_blank" rel="noopener">
        <span className="admin-link numeric">{number}</span>
        <span className="admin-sub admin-clamp">{title}</span>
      </a>
    ),
  },
  { name: '会员', wide: true, cell: ({ userName }) => userName },
  {
    name: '磁力链接',
    wide: true,
    cell: ({ infoHash, number }) => (
      <button
        type="button"
        className="chip"
        aria-label={`复制 ${number} 的磁力链接`}
        onClick={() => void copyText(`magnet:?xt=urn:btih:${infoHash}`)}
      >
        复制链接
      </button>
    ),
  },
  timeColumn('申请时间', ({ createTime }) => createTime, 'createTime'),
]

/** Download requests and their decisions. */
export default function DownloadsPage() {
  const table = useTableParams(SORT_FIELDS)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const state = STATES.find((known) => known.value === table.value('status')) ?? STATES[0]
  const status = state?.value ?? 'open'

  const actions = actionsColumn<DownloadRequest>(
    ({ number }) => number,
    (request) => [
      ['完成', () => setDialog({ request, decision: 'done' })],
      ['拒绝', () => setDialog({ request, decision: 'refused' })],
    ],
  )
  const list = useQuery(adminDownloadsOptions({ status, ...table.sorted, page: table.page }))

  return (
    <ListPage
      title="下载申请"
      table={table}
      filters={[{ label: '状态', name: 'status', choices: STATES }]}
      list={list}
      columns={[...FACTS, ...(status === 'open' ? [actions] : DECIDED)]}
      empty={state?.empty ?? ''}
    >
      {dialog && <DownloadDialog {...dialog} onClose={() => setDialog(null)} />}
    </ListPage>
  )
}
