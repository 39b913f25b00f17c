import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, Pin } from 'lucide'
import { messagesOptions } from '@/entities/message/api.ts'
import { AWAITING, CLOSED } from '@/entities/message/status.ts'
import type { Message } from '@/shared/api/types.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { ListFooter } from '@/shared/ui/list-footer.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'

const SKELETON_ROWS = [1, 2, 3, 4]

/** The member's questions with all states, page by page. */
export function MessageList({ onOpen }: { onOpen: (id: string) => void }) {
  const list = useInfiniteQuery(messagesOptions())
  return (
    <QueryView query={list} fallback={<Skeleton />}>
      {(messages) =>
        messages.length === 0 ? (
          <EmptyView text="还没有提交过问题" hint="写下问题提交给客服，回复会出现在这里。" />
        ) : (
          <>
            <ul className="messages-list">
              {messages.map((message) => (
                <li key={message.id}>
                  <MessageRow message={message} onOpen={() => onOpen(message.id)} />
                </li>
              ))}
            </ul>
            <ListFooter list={list} />
          </>
        )
      }
    </QueryView>
  )
}

/** A question; clicking it opens its conversation. */
function MessageRow({ message, onOpen }: { message: Message; onOpen: () => void }) {
  return (
    <button type="button" className="message-row" aria-haspopup="dialog" onClick={onOpen}>
      <span className="message-row-text">{message.message}</span>
      <span className="message-row-facts">
        {message.status === AWAITING && <Icon of={Pin} size={16} />}
        <StatusBadge message={message} />
        <time className="numeric" dateTime={message.updateTime.replace(' ', 'T')}>
          {message.updateTime}
        </time>
      </span>
      <Icon of={ChevronRight} size={16} />
    </button>
  )
}

/** Badge of a question's state; dimmed once the reply was read (R12.3 to R12.5, R12.8). */
function StatusBadge({ message: { status, unread } }: { message: Message }) {
  if (status === AWAITING) return <Badge tone="quiet">待答复</Badge>
  if (status === CLOSED) return <Badge tone="quiet">已关闭</Badge>
  return <Badge tone={unread ? 'accent' : 'quiet'}>新回复</Badge>
}

function Skeleton() {
  return (
    <div className="messages-list" role="status" aria-label="加载中">
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="message-row">
          <span className="skeleton message-row-text">&nbsp;</span>
          <span className="message-row-facts">
            <span className="skeleton message-row-skeleton" />
          </span>
        </div>
      ))}
    </div>
  )
}
