import { useQuery } from '@tanstack/react-query'
import { AWAITING, CLOSED, NEW_REPLY } from '@/entities/message/status.ts'
import type { QueuedMessage } from '@/shared/api/types.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { WAITS } from '../kit/table-sort.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { queueOptions } from './api.ts'
import { ConversationDrawer } from './conversation-drawer.tsx'
import { waited } from './waited.ts'

const SORT_FIELDS = { since: WAITS }

const ALL = 'all'
const STATES = [
  { value: `${AWAITING}`, label: '待答复' },
  { value: `${NEW_REPLY}`, label: '已回复' },
  { value: `${CLOSED}`, label: '已关闭' },
  { value: ALL, label: '全部' },
] as const

/** Label of a state. */
export function stateName(status: number): string {
  return STATES.find(({ value }) => value === String(status))?.label ?? String(status)
}

/** Length of the excerpt that names a row. */
const EXCERPT = 20

/** The queue of questions, longest waiting first. */
export default function MessagesPage() {
  const table = useTableParams(SORT_FIELDS)
  const dialog = useUrlDialog('open')
  const wanted = STATES.find((state) => state.value === table.value('status'))?.value ?? `${AWAITING}`
  const status = wanted === ALL ? '' : wanted

  const columns: Column<QueuedMessage, keyof typeof SORT_FIELDS>[] = [
    { name: '用户', cell: ({ userName }) => <span className="admin-nowrap">{userName}</span> },
    { name: '问题', wide: true, cell: ({ message }) => <span className="admin-clamp">{message}</span> },
    { name: '状态', cell: (row) => <State status={row.status} /> },
    {
      name: '等待',
      sort: 'since',
      cell: (row) => (
        <span className="admin-nowrap">{row.status === AWAITING ? waited(row.since, list.dataUpdatedAt) : '—'}</span>
      ),
    },
    timeColumn('最近更新', ({ updateTime }) => updateTime),
    { name: '条数', kind: 'figure', cell: ({ entries }) => entries },
    actionsColumn(
      ({ userName, message }) => `${userName}：${excerpt(message)}`,
      ({ id, status: state }) => [[state === CLOSED ? '查看' : '回复', () => dialog.open(id)]],
    ),
  ]
  const list = useQuery(queueOptions({ status, keyword: table.value('keyword'), ...table.sorted, page: table.page }))

  return (
    <ListPage
      title="留言"
      table={table}
      search={{ label: '用户全名或内容' }}
      filters={[{ label: '状态', name: 'status', choices: STATES }]}
      list={list}
      columns={columns}
      empty={wanted === String(AWAITING) ? '没有等待答复的留言' : '没有符合的留言'}
    >
      {dialog.value && <ConversationDrawer key={dialog.value} id={dialog.value} onClose={dialog.close} />}
    </ListPage>
  )
}

/** The beginning of a question, to distinguish a member's questions. */
function excerpt(message: string): string {
  return Array.from(message).slice(0, EXCERPT).join('')
}

function State({ status }: { status: number }) {
  return <Badge tone={status === AWAITING ? 'accent' : 'quiet'}>{stateName(status)}</Badge>
}
