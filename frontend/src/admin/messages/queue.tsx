import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { AWAITING } from '@/entities/message/status.ts'
import { useHasDraft } from '@/entities/user/use-draft.ts'
import type { AdminMessage, ListAnswer } from '@/shared/api/types.ts'
import { dateOnly } from '@/shared/lib/format.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { Pager } from '../kit/pager.tsx'
import { SortSelect } from '../kit/sort-select.tsx'
import type { TableParams } from '../kit/use-table-params.ts'
import { draftName } from './api.ts'
import type { OpenLink } from './member-panel.tsx'
import { stateName } from './states.ts'
import { waited } from './waited.ts'
import './queue.css'

const SORTS = [{ name: '等待', sort: 'since' }] as const
const SKELETON_ROWS = [1, 2, 3, 4, 5, 6]

interface QueueProps {
  table: TableParams<'since'>
  list: UseQueryResult<ListAnswer<AdminMessage>>
  /** Id of the open conversation. */
  openId: string | null
  /** Whether rows of several states are listed. */
  mixed: boolean
  empty: string
  openLink: OpenLink
}

/** The questions, each a link to its conversation. */
export function Queue({ table, list, openId, mixed, empty, openLink }: QueueProps) {
  const hasDraft = useHasDraft()
  return (
    <section className="queue" aria-label="留言列表">
      <QueryView query={list} fallback={<QueueSkeleton />}>
        {({ rows, total }) => (
          <>
            {rows.length === 0 ? (
              <EmptyView text={empty} />
            ) : (
              <>
                <SortSelect table={table} columns={SORTS} />
                <ol className="queue-list" data-stale={list.isPlaceholderData || undefined}>
                  {rows.map((row) => (
                    <Item
                      key={row.id}
                      row={row}
                      isOpen={row.id === openId}
                      now={list.dataUpdatedAt}
                      mixed={mixed}
                      isDrafted={hasDraft(draftName(row.id))}
                      openLink={openLink}
                    />
                  ))}
                </ol>
              </>
            )}
            {total > 0 && <Pager table={table} total={total} />}
          </>
        )}
      </QueryView>
    </section>
  )
}

interface ItemProps extends Pick<QueueProps, 'mixed' | 'openLink'> {
  row: AdminMessage
  now: number
  isOpen: boolean
  isDrafted: boolean
}

function Item({ row, now, mixed, isOpen, isDrafted, openLink }: ItemProps) {
  const { id, userName, message, status, since, updateTime, entries, assignee, tags } = row
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isOpen) item.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isOpen])
  return (
    <li ref={item}>
      <Link {...openLink(id)} className="queue-item" aria-current={isOpen ? 'true' : undefined}>
        <span className="queue-item-head">
          <span className="queue-item-name">{userName}</span>
          <span className="queue-item-time numeric">
            {entries > 1 && `${entries} 条 · `}
            {status === AWAITING ? (
              <>
                <span className="visually-hidden">等待 </span>
                {waited(since, now)}
              </>
            ) : (
              dateOnly(updateTime)
            )}
          </span>
        </span>
        <span className="queue-item-text">
          {isDrafted && <span className="queue-item-draft">[草稿] </span>}
          {message}
        </span>
        {(mixed || assignee || tags.length > 0) && (
          <span className="queue-item-marks">
            {mixed && <Badge tone={status === AWAITING ? 'accent' : 'quiet'}>{stateName(status)}</Badge>}
            {assignee && <Badge tone="quiet">{assignee} 处理</Badge>}
            {tags.map((tag) => (
              <Badge key={tag} tone="quiet">
                {tag}
              </Badge>
            ))}
          </span>
        )}
      </Link>
    </li>
  )
}

function QueueSkeleton() {
  return (
    <div role="status" aria-label="加载中" className="queue-list">
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="queue-item">
          <span className="skeleton queue-item-skeleton" />
          <span className="skeleton queue-item-skeleton" />
        </div>
      ))}
    </div>
  )
}
