import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { messagesOptions } from '@/entities/message/api.ts'
import { CLOSED } from '@/entities/message/status.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { BackButton } from '@/shared/ui/back-button.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { ConversationDialog } from './conversation-dialog.tsx'
import { MessageList } from './message-list.tsx'
import { NewMessage } from './new-message.tsx'
import '@/shared/ui/chip.css'
import '@/shared/ui/dialog.css'
import './messages.css'

/** /message, 客服留言 (R12). The open conversation is stored in the URL. */
export default function MessagePage() {
  const listId = useId()
  const signedIn = useSignedIn()
  const [params] = useSearchParams()
  const prefill = params.get('message') ?? ''
  const opened = useUrlDialog('id')
  return (
    <div className="page messages">
      <header className="messages-head">
        <BackButton otherwise="/user" />
        <h1>客服留言</h1>
      </header>
      <NewMessage key={prefill} prefill={prefill} />
      <section aria-labelledby={listId}>
        <h2 id={listId}>已提交的问题</h2>
        {signedIn ? (
          <MessageList onOpen={opened.open} />
        ) : (
          <EmptyView text="还没有登录" hint="登录后可以提交问题，查看客服的回复。">
            <Link to="/login" className="chip">
              去登录
            </Link>
          </EmptyView>
        )}
      </section>
      {signedIn && opened.value && <OpenConversation key={opened.value} id={opened.value} onClose={opened.close} />}
    </div>
  )
}

/**
 * The conversation in the URL. Its row in the list tells whether it is closed, so pages are loaded until it is found.
 */
function OpenConversation({ id, onClose }: { id: string; onClose: () => void }) {
  const list = useInfiniteQuery(messagesOptions())
  const known = list.data?.find((message) => message.id === id)
  const { fetchNextPage } = list
  const isOnNext = list.data !== undefined && !known && list.hasNextPage && !list.isFetching && !list.isError
  useEffect(() => {
    if (isOnNext) void fetchNextPage()
  }, [isOnNext, fetchNextPage])
  const closed = known?.status === CLOSED
  return <ConversationDialog id={id} question={known?.message ?? ''} closed={closed} onClose={onClose} />
}
