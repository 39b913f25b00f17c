import { useRef } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { useAtEnd } from '@/shared/lib/use-at-end.ts'
import { LinkedText } from '@/shared/ui/linked-text.tsx'
import { BY_SUPPORT } from './status.ts'
import './conversation.css'

interface ConversationProps {
  entries: readonly Schemas['MessageEntry'][]
  /** Whose entries are on the right. */
  viewer: 'member' | 'support'
  /** Display name of the member. */
  memberName: string
}

/** A conversation as a chat: the viewer's entries on the right, scrolled to the newest. */
export function Conversation({ entries, viewer, memberName }: ConversationProps) {
  const list = useRef<HTMLOListElement>(null)
  useAtEnd(list, entries.length)

  return (
    // A list that scrolls by itself is reached by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: so that arrows scroll it
    <ol ref={list} className="conversation" aria-label="沟通记录" tabIndex={0}>
      {entries.map((entry, index) => {
        const bySupport = entry.type === BY_SUPPORT
        const own = bySupport === (viewer === 'support')
        return (
          // Entries are only ever added at the end.
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the entry's identity
          <li key={index} className={own ? 'conversation-entry conversation-entry-own' : 'conversation-entry'}>
            <p className="conversation-author">
              {bySupport ? '客服' : memberName}
              <time className="numeric" dateTime={entry.createTime.replace(' ', 'T')}>
                {entry.createTime}
              </time>
            </p>
            <p className="conversation-text">
              <LinkedText text={entry.message} />
            </p>
          </li>
        )
      })}
    </ol>
  )
}
