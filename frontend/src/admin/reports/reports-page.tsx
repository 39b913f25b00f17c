import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PLAYBACK, reasonName } from '@/entities/report/reasons.ts'
import type { Report } from '@/shared/api/types.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { TIMES } from '../kit/table-sort.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { useTicks } from '../kit/use-ticks.tsx'
import { adminReportsOptions, type Decision, type ReportStatus } from './api.ts'
import { DecisionDialog } from './decision-dialog.tsx'

const SORT_FIELDS = { createTime: TIMES }

const STATES = [
  { value: 'open', label: '待处理' },
  { value: 'done', label: '已处理' },
]

/** Reasons that hide a work before review, as the server has them. */
const SERIOUS = ['minor', 'nonconsent']

/** Extra columns of decided reports. */
const DECIDED: readonly Column<Report>[] = [
  {
    name: '处理',
    cell: ({ decision }) => (
      <Badge tone={decision === 'takedown' ? 'accent' : 'quiet'}>{decision === 'takedown' ? '已下架' : '已保留'}</Badge>
    ),
  },
  { name: '备注', wide: true, cell: ({ note }) => note || '—' },
]

interface OpenDialog {
  reports: readonly Report[]
  decision: Decision
}

/** Why a serious report did not hide its work. */
const QUEUED: Record<string, string> = { breaker: '超出自动下线上限，仍在线', kept: '曾判定保留，仍在线' }

const FACTS: readonly Column<Report, keyof typeof SORT_FIELDS>[] = [
  {
    name: '作品',
    cell: ({ workId, number, title }) => (
      <a href={`/censored/${workId}`} target="_blank" rel="noopener">
        <span className="admin-link numeric">{number}</span>
        <span className="admin-sub admin-clamp">{title}</span>
      </a>
    ),
  },
  {
    name: '原因',
    cell: ({ reason, queued }) => (
      <>
        <Badge tone={SERIOUS.includes(reason) ? 'accent' : 'quiet'}>{reasonName(reason)}</Badge>
        {reason === PLAYBACK && <span className="admin-sub">播放器自动报告</span>}
        {QUEUED[queued] && <span className="admin-sub">{QUEUED[queued]}</span>}
      </>
    ),
  },
  { name: '说明', wide: true, cell: ({ detail }) => detail || '—' },
  { name: '联系方式', wide: true, cell: ({ contact }) => <span className="admin-whole">{contact || '—'}</span> },
  { name: '举报数', kind: 'figure', cell: ({ reports }) => reports },
  timeColumn('时间', ({ createTime }) => createTime, 'createTime'),
]

/** Reports of works and their decisions. */
export default function ReportsPage() {
  const table = useTableParams(SORT_FIELDS)
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const status: ReportStatus = table.value('status') === 'done' ? 'done' : 'open'

  const actions = actionsColumn<Report>(subjectOf, (report) => [
    ['保留', () => setDialog({ reports: [report], decision: 'keep' })],
    ['下架', () => setDialog({ reports: [report], decision: 'takedown' })],
  ])
  const list = useQuery(adminReportsOptions({ status, ...table.sorted, page: table.page }))
  const { ticked, ticks, bar, clear } = useTicks(list.data?.rows ?? [], subjectOf)

  return (
    <ListPage
      title="举报"
      table={table}
      filters={[{ label: '状态', name: 'status', choices: STATES }]}
      bar={
        status === 'open' &&
        bar(
          <>
            <Button round onClick={() => setDialog({ reports: ticked, decision: 'keep' })}>
              批量保留
            </Button>
            <Button round onClick={() => setDialog({ reports: ticked, decision: 'takedown' })}>
              批量下架
            </Button>
          </>,
        )
      }
      list={list}
      columns={status === 'open' ? [ticks, ...FACTS, actions] : [...FACTS, ...DECIDED]}
      empty={status === 'open' ? '没有待处理的举报' : '还没有处理过的举报'}
    >
      {dialog && <DecisionDialog {...dialog} onClose={() => setDialog(null)} onDone={clear} />}
    </ListPage>
  )
}

/** Short description of a row for screen readers. */
function subjectOf({ number, reason }: Report): string {
  return `${number} ${reasonName(reason)}`
}
