import { Link } from 'react-router-dom'
import { releaseDay } from '@/entities/work/release.ts'
import type { AdminWork } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { workPath } from '@/shared/config/paths.ts'
import type { UrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Cover } from '@/shared/ui/cover.tsx'
import type { Column } from '../kit/admin-table.tsx'
import { actionsColumn, TwoLines, timeColumn } from '../kit/columns.tsx'
import { GREATEST, LEAST, NEWEST } from '../kit/table-sort.ts'
import type { VisibilityAction } from './api.ts'
import { lacksText } from './lacks.ts'
import './bulk.css'

/** The orders of the table. */
export const SORT_FIELDS = { pubTime: NEWEST, score: LEAST, collects: GREATEST, updateTime: NEWEST }

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

/** The columns of the table; fewer where a work is open beside it. */
export function columnsOf({ link, onOpen, edit, ask }: RowActions, isBeside: boolean): WorkColumn[] {
  const work: WorkColumn = {
    name: '作品',
    wide: true,
    cell: ({ id, number, title, picSmall, tint }) => (
      <Link {...link(id)} id={rowLinkId(id)} className="bulk-work" onClick={() => onOpen(id)}>
        <span className="bulk-thumb">
          <Cover path={picSmall} tint={tint} fallback="" size="thumb" />
        </span>
        <span>
          <span className="numeric admin-nowrap">{number}</span>
          <span className="admin-sub admin-clamp">{title}</span>
        </span>
      </Link>
    ),
  }
  const day: WorkColumn = timeColumn('发行时间', releaseDay, 'pubTime')
  const state: WorkColumn = { name: '状态', cell: (row) => <Visibility work={row} /> }
  if (isBeside) return [work, day, state]
  return [
    work,
    { name: '频道', cell: ({ modId }) => <span className="admin-nowrap">{channelOf(modId).label}</span> },
    day,
    state,
    {
      name: '完整度',
      sort: 'score',
      cell: ({ score, lacks }) => <TwoLines first={`${score}%`} second={lacksText(lacks)} clamped />,
    },
    { name: '浏览', kind: 'figure', cell: ({ views }) => views },
    { name: '收藏', sort: 'collects', kind: 'figure', cell: ({ collects }) => collects },
    { name: '喜欢', kind: 'figure', cell: ({ likes }) => likes },
    {
      name: '最近更新',
      sort: 'updateTime',
      wide: true,
      cell: ({ updateTime, editedBy }) => (
        <>
          <time>{updateTime}</time>
          {editedBy && <span className="admin-sub">{editedBy}</span>}
        </>
      ),
    },
    actionsColumn(
      ({ number }) => number,
      (row) => [
        ['编辑', () => edit(row.id)],
        ...actionsOf(row).map(
          (action) => [actionName(row, action), () => ask({ kind: 'visibility', work: row, action })] as const,
        ),
      ],
    ),
  ]
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
