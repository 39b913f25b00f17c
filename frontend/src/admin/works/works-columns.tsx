import { Link } from 'react-router-dom'
import { releaseDay } from '@/entities/work/release.ts'
import type { AdminWork } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { workPath } from '@/shared/config/paths.ts'
import type { UrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Cover } from '@/shared/ui/cover.tsx'
import type { Column } from '../kit/admin-table.tsx'
import type { ColumnChoice, ColumnOption } from '../kit/column-choice.ts'
import { actionsColumn, TwoLines, timeColumn } from '../kit/columns.tsx'
import { FIGURES, LEAST, NAMES, TIMES } from '../kit/table-sort.ts'
import type { VisibilityAction } from './api.ts'
import { lacksText } from './lacks.ts'
import './bulk.css'

/** The orders of the table. */
export const SORT_FIELDS = {
  number: NAMES,
  pubTime: TIMES,
  duration: FIGURES,
  average: FIGURES,
  score: LEAST,
  views: FIGURES,
  collects: FIGURES,
  likes: FIGURES,
  createTime: TIMES,
  updateTime: TIMES,
}

/** What of the table can be left out. */
export const COLUMN_OPTIONS: readonly ColumnOption[] = [
  { id: 'cover', name: '封面' },
  { id: 'title', name: '标题' },
  { id: 'channel', name: '频道' },
  { id: 'makers', name: '片商', extra: true },
  { id: 'performers', name: '演员', extra: true },
  { id: 'tags', name: '类别', extra: true },
  { id: 'pubTime', name: '发行时间' },
  { id: 'duration', name: '时长', extra: true },
  { id: 'average', name: '评分', extra: true },
  { id: 'state', name: '状态' },
  { id: 'isOnline', name: '在线', extra: true },
  { id: 'isDht', name: '磁力', extra: true },
  { id: 'score', name: '完整度' },
  { id: 'views', name: '浏览' },
  { id: 'collects', name: '收藏', extra: true },
  { id: 'likes', name: '喜欢', extra: true },
  { id: 'createTime', name: '添加时间', extra: true },
  { id: 'updateTime', name: '最近更新' },
  { id: 'editedBy', name: '修改人', extra: true },
]

/** A change of what visitors see, that is asked about. */
export interface VisibilityChange {
  work: AdminWork
  action: VisibilityAction
}

/** What the rows of the table do. */
interface RowActions {
  /** A link that opens the work. */
  link: UrlDialog['link']
  onOpen: (id: string) => void
  edit: (id: string) => void
  ask: (change: { kind: 'visibility' } & VisibilityChange) => void
}

type WorkColumn = Column<AdminWork, keyof typeof SORT_FIELDS>

const ONLINE_NAMES = ['—', '可在线', '转码中']

/** The columns of the table; fewer where a work is open beside it. */
export function columnsOf(actions: RowActions, choice: ColumnChoice, isBeside: boolean): WorkColumn[] {
  const work = workColumn(actions, choice)
  const day: WorkColumn = { ...timeColumn('发行时间', releaseDay, 'pubTime'), id: 'pubTime' }
  const state: WorkColumn = { id: 'state', name: '状态', cell: (row) => <Visibility work={row} /> }
  if (isBeside) return [work, day, state]
  return [
    work,
    {
      id: 'channel',
      name: '频道',
      cell: ({ modId }) => <span className="admin-nowrap">{channelOf(modId).label}</span>,
    },
    { id: 'makers', name: '片商', wide: true, cell: ({ makers }) => <Names of={makers} /> },
    { id: 'performers', name: '演员', wide: true, cell: ({ performers }) => <Names of={performers} /> },
    { id: 'tags', name: '类别', wide: true, cell: ({ tags }) => <Names of={tags} /> },
    day,
    {
      id: 'duration',
      name: '时长',
      sort: 'duration',
      kind: 'figure',
      cell: ({ duration }) => (duration > 0 ? `${duration} 分钟` : '—'),
    },
    {
      id: 'average',
      name: '评分',
      sort: 'average',
      kind: 'figure',
      cell: ({ average }) => (average > 0 ? average.toFixed(1) : '—'),
    },
    state,
    {
      id: 'isOnline',
      name: '在线',
      cell: ({ isOnline }) => <span className="admin-nowrap">{ONLINE_NAMES[isOnline]}</span>,
    },
    { id: 'isDht', name: '磁力', cell: ({ isDht }) => (isDht === 1 ? '有' : '—') },
    {
      id: 'score',
      name: '完整度',
      sort: 'score',
      cell: ({ score, lacks }) => <TwoLines first={`${score}%`} second={lacksText(lacks)} clamped />,
    },
    { id: 'views', name: '浏览', sort: 'views', kind: 'figure', cell: ({ views }) => views },
    { id: 'collects', name: '收藏', sort: 'collects', kind: 'figure', cell: ({ collects }) => collects },
    { id: 'likes', name: '喜欢', sort: 'likes', kind: 'figure', cell: ({ likes }) => likes },
    { ...timeColumn('添加时间', ({ createTime }) => createTime, 'createTime'), id: 'createTime' },
    updateColumn(choice),
    { id: 'editedBy', name: '修改人', cell: ({ editedBy }) => editedBy ?? '—' },
    buttonsColumn(actions),
  ]
}

/** What names the work, and opens it. */
function workColumn({ link, onOpen }: RowActions, choice: ColumnChoice): WorkColumn {
  const hasCover = choice.has('cover')
  const hasTitle = choice.has('title')
  return {
    name: '番号',
    sort: 'number',
    wide: true,
    cell: ({ id, number, title, picSmall, tint }) => (
      <Link
        {...link(id)}
        id={rowLinkId(id)}
        className="bulk-work"
        data-bare={!hasCover || undefined}
        onClick={() => onOpen(id)}
      >
        {hasCover && (
          <span className="bulk-thumb">
            <Cover path={picSmall} tint={tint} fallback="" size="thumb" />
          </span>
        )}
        <span>
          <span className="numeric admin-nowrap">{number}</span>
          {hasTitle && <span className="admin-sub admin-clamp">{title}</span>}
        </span>
      </Link>
    ),
  }
}

/** The last change, and who made it unless a column of its own says so. */
function updateColumn(choice: ColumnChoice): WorkColumn {
  const hasEditor = !choice.has('editedBy')
  return {
    id: 'updateTime',
    name: '最近更新',
    sort: 'updateTime',
    wide: true,
    cell: ({ updateTime, editedBy }) => (
      <>
        <time>{updateTime}</time>
        {hasEditor && editedBy && <span className="admin-sub">{editedBy}</span>}
      </>
    ),
  }
}

function buttonsColumn({ edit, ask }: RowActions): WorkColumn {
  return actionsColumn(
    ({ number }) => number,
    (row) => [
      ['编辑', () => edit(row.id)],
      ...actionsOf(row).map(
        (action) => [actionName(row, action), () => ask({ kind: 'visibility', work: row, action })] as const,
      ),
    ],
  )
}

/** The names of terms, of many of them the first ones. */
function Names({ of: terms }: { of: readonly { name: string; nameCn: string }[] }) {
  if (terms.length === 0) return <>—</>
  const names = terms.map(({ name, nameCn }) => nameCn || name).join('、')
  return (
    <span className="bulk-names admin-clamp" title={names}>
      {names}
    </span>
  )
}

/** The id of the link of a row, which has the focus after its work is closed. */
export function rowLinkId(id: string): string {
  return `work-${id}`
}

const ACTION_NAMES: Record<VisibilityAction, string> = {
  hide: '隐藏',
  restore: '恢复',
  takedown: '下架',
  unmerge: '撤销合并',
}

/** Whether a work is a draft or scheduled. */
export function isWaiting({ state }: AdminWork): boolean {
  return state === 'draft' || state === 'scheduled'
}

/** A work that was never shown is not restored but published. */
function actionName(work: AdminWork, action: VisibilityAction): string {
  return action === 'restore' && isWaiting(work) ? '发布' : ACTION_NAMES[action]
}

/** Available actions: hidden works can be restored unless reports are open; others can be hidden or taken down. */
function actionsOf({ hidden, takenDown, reported, mergedInto }: AdminWork): VisibilityAction[] {
  if (mergedInto) return ['unmerge']
  if (takenDown === 1) return ['restore']
  if (reported === 1) return ['takedown']
  return hidden === 1 ? ['restore', 'takedown'] : ['hide', 'takedown']
}

function Visibility({ work }: { work: AdminWork }) {
  if (work.takenDown === 1) return <Badge tone="accent">已下架</Badge>
  if (work.reported === 1) return <Badge tone="quiet">举报待处理</Badge>
  if (work.mergedInto) return <Badge tone="quiet">已合并</Badge>
  if (work.state === 'draft') return <Badge tone="quiet">草稿</Badge>
  if (work.state === 'scheduled') {
    return (
      <>
        <Badge tone="quiet">定时</Badge>
        <time className="admin-sub">{work.publishTime}</time>
      </>
    )
  }
  if (work.hidden === 1) return <Badge tone="quiet">已隐藏</Badge>
  return (
    <a href={workPath(work)} target="_blank" rel="noopener" className="admin-shown admin-nowrap">
      显示中
    </a>
  )
}
