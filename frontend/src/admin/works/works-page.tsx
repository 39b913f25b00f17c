import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userInfoOptions } from '@/entities/user/api.ts'
import { releaseDay } from '@/entities/work/release.ts'
import type { ListedWork } from '@/shared/api/types.ts'
import { CHANNEL_ORDER, CHANNELS, channelOf } from '@/shared/config/channels.ts'
import { workPath } from '@/shared/config/paths.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Button } from '@/shared/ui/button.tsx'
import { Cover } from '@/shared/ui/cover.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, timeColumn } from '../kit/columns.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { known } from '../kit/table-params.ts'
import { GREATEST, NEWEST } from '../kit/table-sort.ts'
import { useTableParams } from '../kit/use-table-params.ts'
import { useTicks } from '../kit/use-ticks.tsx'
import type { BulkAction, VisibilityAction } from './api.ts'
import { adminWorksOptions } from './api.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { BULK_LABELS, BulkStatus } from './bulk-status.tsx'
import { CreateDrawer } from './create-drawer.tsx'
import { EditDrawer } from './edit-drawer.tsx'
import { TermFilter, termIdsOf } from './term-filter.tsx'
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

const COVER_CHOICES = [
  { value: '', label: '全部封面' },
  { value: '0', label: '缺封面' },
] as const
const MAGNET_CHOICES = [
  { value: '', label: '全部磁力' },
  { value: '0', label: '无磁力' },
] as const
const ONLINE_CHOICES = [
  { value: '', label: '在线不限' },
  { value: '0', label: '不在线' },
  { value: '1', label: '可在线' },
  { value: '2', label: '转码中' },
] as const

/** Rows of a page that can be chosen. */
const SIZES = [20, 50, 100]

const BULK_ACTIONS: readonly BulkAction[] = ['hide', 'restore', 'addTerms', 'removeTerms']

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
      wide: true,
      cell: (work) => (
        <div className="bulk-work">
          <span className="bulk-thumb">
            <Cover path={work.picSmall} tint={work.tint} fallback="" size="thumb" />
          </span>
          <div>
            <span className="numeric">{work.number}</span>
            <span className="admin-sub admin-clamp">{work.title}</span>
          </div>
        </div>
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
  const table = useTableParams(SORT_FIELDS, SIZES)
  const dialog = useUrlDialog('open')
  const [change, setChange] = useState<VisibilityChange | null>(null)
  const [creating, setCreating] = useState(false)

  const [bulk, setBulk] = useState<BulkAction | null>(null)
  const mayTerms = useQuery(userInfoOptions()).data?.permissions.includes('terms:edit') === true
  const filter = {
    keyword: table.value('keyword'),
    modId: known(CHANNEL_CHOICES, table.value('modId')),
    hidden: known(VISIBILITY_CHOICES, table.value('hidden')),
    covers: known(COVER_CHOICES, table.value('covers')),
    isDht: known(MAGNET_CHOICES, table.value('isDht')),
    isOnline: known(ONLINE_CHOICES, table.value('isOnline')),
    withTerms: termIdsOf(table).join(','),
  }
  const list = useQuery(adminWorksOptions({ ...filter, ...table.sorted, page: table.page, size: table.size }))
  const { rows = [], total = 0 } = list.data ?? {}
  const { ticked, isWhole, ticks, bar, clear } = useTicks(rows, ({ number }) => number, { total, unit: '部作品' })
  const actions = BULK_ACTIONS.filter((action) => mayTerms || !action.endsWith('Terms'))

  return (
    <ListPage
      title="作品"
      head={<Button onClick={() => setCreating(true)}>新建作品</Button>}
      table={table}
      search={{ label: '番号或标题' }}
      filters={[
        { label: '频道', name: 'modId', choices: CHANNEL_CHOICES },
        { label: '状态', name: 'hidden', choices: VISIBILITY_CHOICES },
        { label: '封面', name: 'covers', choices: COVER_CHOICES },
        { label: '磁力', name: 'isDht', choices: MAGNET_CHOICES },
        { label: '在线', name: 'isOnline', choices: ONLINE_CHOICES },
      ]}
      moreFilters={mayTerms && <TermFilter table={table} />}
      bar={
        <>
          <BulkStatus />
          {bar(
            actions.map((action) => (
              <Button key={action} round onClick={() => setBulk(action)}>
                {BULK_LABELS[action].name}
              </Button>
            )),
          )}
        </>
      }
      list={list}
      columns={[ticks, ...columnsOf(dialog.open, setChange)]}
      empty="没有符合的作品"
    >
      {creating && (
        <CreateDrawer
          channel={channelOf(Number(known(CHANNEL_CHOICES, table.value('modId')))).name}
          onClose={() => setCreating(false)}
        />
      )}
      {dialog.value && <EditDrawer key={dialog.value} id={dialog.value} onClose={dialog.close} />}
      {bulk && (
        <BulkDialog
          action={bulk}
          ids={isWhole ? [] : ticked.map(({ id }) => id)}
          filter={filter}
          total={isWhole ? total : ticked.length}
          onClose={() => setBulk(null)}
          onBegun={clear}
        />
      )}
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
