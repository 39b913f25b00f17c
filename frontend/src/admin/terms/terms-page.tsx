import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminTerm } from '@/shared/api/types.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { known } from '../kit/table-params.ts'
import { FIGURES, NAMES } from '../kit/table-sort.ts'
import { CHANNEL_CHOICES, KIND_CHOICES, placeOf } from '../kit/term-kinds.ts'
import { adminTermsOptions } from '../kit/term-queries.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { CreateTermDrawer } from './create-term-drawer.tsx'
import { EditTermDrawer } from './edit-term-drawer.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import './terms.css'

const SORT_FIELDS = { name: NAMES, count: FIGURES }

const KINDS = [{ value: '', label: '全部类型' }, ...KIND_CHOICES] as const
const CHANNELS = [{ value: '', label: '全部频道' }, ...CHANNEL_CHOICES] as const

/** An open dialog that is not in the URL. */
type Task = { create: true } | { from: AdminTerm; name: string }

export default function TermsPage() {
  const table = useTableParams(SORT_FIELDS)
  const dialog = useUrlDialog('open')
  const [task, setTask] = useState<Task | null>(null)
  const kind = known(KINDS, table.value('kind'))
  const modId = known(CHANNELS, table.value('modId'))

  const columns: Column<AdminTerm, keyof typeof SORT_FIELDS>[] = [
    { name: '名称', sort: 'name', cell: (term) => <Names term={term} /> },
    { name: '类型', cell: (term) => <span className="admin-nowrap">{placeOf(term)}</span> },
    { name: '分组', cell: ({ group }) => group || '—' },
    { name: '作品', sort: 'count', kind: 'figure', cell: ({ count }) => count },
    actionsColumn(
      ({ name }) => name,
      (term) => [
        ['编辑', () => dialog.open(term.id)],
        ['合并', () => setTask({ from: term, name: '' })],
      ],
    ),
  ]
  const list = useQuery(
    adminTermsOptions({ keyword: table.value('keyword'), kind, modId, ...table.sorted, page: table.page }),
  )

  return (
    <ListPage
      title="词条"
      head={<Button onClick={() => setTask({ create: true })}>新建词条</Button>}
      table={table}
      search={{ label: '名称、中文名或别名' }}
      filters={[
        { label: '类型', name: 'kind', choices: KINDS },
        { label: '频道', name: 'modId', choices: CHANNELS },
      ]}
      list={list}
      columns={columns}
      empty="没有符合的词条"
    >
      {dialog.value && (
        <EditTermDrawer
          key={dialog.value}
          id={dialog.value}
          onClose={dialog.close}
          onMerge={(from, name) => {
            dialog.close()
            setTask({ from, name })
          }}
        />
      )}
      {task && 'create' in task && <CreateTermDrawer kind={kind} modId={modId} onClose={() => setTask(null)} />}
      {task && 'from' in task && <MergeDialog {...task} onClose={() => setTask(null)} />}
    </ListPage>
  )
}

/** Names of a term, and the number of works still to be moved during a merge. */
function Names({ term: { name, nameCn, aliases, merging, moving } }: { term: AdminTerm }) {
  const others = [nameCn, ...aliases].filter((other) => other !== '' && other !== name)
  return (
    <>
      {name}
      {others.length > 0 && <span className="admin-sub admin-clamp">{others.join(' · ')}</span>}
      {merging === 1 && <Badge tone="quiet">{moving > 0 ? `正在合并，还有 ${moving} 部` : '正在合并'}</Badge>}
    </>
  )
}
