import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { releaseDay } from '@/entities/work/release.ts'
import type { ListedWork } from '@/shared/api/types.ts'
import { CHANNEL_ORDER, CHANNELS, channelOf } from '@/shared/config/channels.ts'
import { workPath } from '@/shared/config/paths.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { known } from '../kit/table-params.ts'
import { GREATEST, NEWEST } from '../kit/table-sort.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import type { VisibilityAction } from './api.ts'
import { adminWorksOptions } from './api.ts'
import { CreateDrawer } from './create-drawer.tsx'
import { EditDrawer } from './edit-drawer.tsx'
import { VisibilityDialog } from './visibility-dialog.tsx'

const SORT_FIELDS = { pubTime: NEWEST, collects: GREATEST }

const CHANNEL_CHOICES = [
  { value: '', label: '全部频道' },
  ...CHANNEL_ORDER.map((name) => ({ value: `${CHANNELS[name].modId}` as const, label: CHANNELS[name].label })),
] as const
const VISIBILITY_CHOICES = [
  { value: '', label: '全部' },
  { value: '0', label: '显示中' },
  { value: '1', label: '已隐藏' },
] as const

interface VisibilityChange {
  work: ListedWork
  action: VisibilityAction
}

function columnsOf(
  edit: (id: string) => void,
  ask: (change: VisibilityChange) => void,
): Column<ListedWork, keyof typeof SORT_FIELDS>[] {
  return [
    {
      name: '作品',
      cell: (work) => (
        <>
          <span className="numeric">{work.number}</span>
          <span className="admin-sub admin-clamp">{work.title}</span>
        </>
      ),
    },
    { name: '频道', cell: ({ modId }) => <span className="admin-nowrap">{channelOf(modId).label}</span> },
    timeColumn('发行时间', releaseDay, 'pubTime'),
    { name: '状态', cell: (work) => <Visibility work={work} /> },
    { name: '浏览', kind: 'figure', cell: ({ views }) => views },
    { name: '收藏', sort: 'collects', kind: 'figure', cell: ({ collects }) => collects },
    { name: '喜欢', kind: 'figure', cell: ({ likes }) => likes },
    timeColumn('最近更新', ({ updateTime }) => updateTime),
    actionsColumn(
      ({ number }) => number,
      (work) => [
        ['编辑', () => edit(work.id)],
        ...actionsOf(work).map((action) => [ACTION_NAMES[action], () => ask({ work, action })] as const),
      ],
    ),
  ]
}

export default function WorksPage() {
  const table = useTableParams(SORT_FIELDS)
  const dialog = useUrlDialog('open')
  const [change, setChange] = useState<VisibilityChange | null>(null)
  const [creating, setCreating] = useState(false)

  const list = useQuery(
    adminWorksOptions({
      keyword: table.value('keyword'),
      modId: known(CHANNEL_CHOICES, table.value('modId')),
      hidden: known(VISIBILITY_CHOICES, table.value('hidden')),
      ...table.sorted,
      page: table.page,
    }),
  )

  return (
    <ListPage
      title="作品"
      head={<Button onClick={() => setCreating(true)}>新建作品</Button>}
      table={table}
      search={{ label: '番号或标题' }}
      filters={[
        { label: '频道', name: 'modId', choices: CHANNEL_CHOICES },
        { label: '状态', name: 'hidden', choices: VISIBILITY_CHOICES },
      ]}
      list={list}
      columns={columnsOf(dialog.open, setChange)}
      empty="没有符合的作品"
    >
      {creating && (
        <CreateDrawer
          channel={channelOf(Number(known(CHANNEL_CHOICES, table.value('modId')))).name}
          onClose={() => setCreating(false)}
        />
      )}
      {dialog.value && <EditDrawer key={dialog.value} id={dialog.value} onClose={dialog.close} />}
      {change && <VisibilityDialog {...change} onClose={() => setChange(null)} />}
    </ListPage>
  )
}

const ACTION_NAMES: Record<VisibilityAction, string> = { hide: '隐藏', restore: '恢复', takedown: '下架' }

/** Available actions: hidden works can be restored unless reports are open; others can be hidden or taken down. */
function actionsOf({ hidden, takenDown, reported }: ListedWork): VisibilityAction[] {
  if (takenDown === 1) return ['restore']
  if (reported === 1) return ['takedown']
  return hidden === 1 ? ['restore', 'takedown'] : ['hide', 'takedown']
}

function Visibility({ work }: { work: ListedWork }) {
  if (work.takenDown === 1) return <Badge tone="accent">已下架</Badge>
  if (work.reported === 1) return <Badge tone="quiet">举报待处理</Badge>
  if (work.hidden === 1) return <Badge tone="quiet">已隐藏</Badge>
  return (
    <a href={workPath(work)} target="_blank" rel="noopener" className="admin-shown admin-nowrap">
      显示中
    </a>
  )
}
