import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Conversation } from '@/entities/message/conversation.tsx'
import { CLOSED } from '@/entities/message/status.ts'
import type { AnswerOf } from '@/shared/api/contract.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { isConflict } from '../kit/edit-conflict.ts'
import { useRecentItem } from '../kit/recent-items.ts'
import { useAction } from '../kit/use-action.ts'
import { AdminReplyForm } from './admin-reply-form.tsx'
import { closeForMember, QUEUE_KEY } from './api.ts'
import { ConversationTools, useConversationEdit } from './conversation-tools.tsx'
import { usePlaceholders } from './use-placeholders.ts'
import './inbox.css'

interface ConversationBodyProps {
  id: string
  conversation: UseQueryResult<AnswerOf<'get', '/admin/messages/{id}'>>
  /** Whether the reply takes the focus. */
  focused: boolean
  leave: () => () => Promise<boolean>
}

/** What was written, with the reply below it. */
export function ConversationBody({ id, conversation, focused, leave }: ConversationBodyProps) {
  // The version on screen when closing was requested.
  const [closing, setClosing] = useState<number | null>(null)
  // The reply takes the place of the button that opened the conversation again.
  const [reopened, setReopened] = useState(false)
  const close = useAction({
    run: (version: number) => closeForMember({ id, version }),
    refresh: [QUEUE_KEY],
    onDone: () => setClosing(null),
    done: '已关闭该话题',
    onRefused: (error) => {
      setClosing(null)
      if (isConflict(error)) toast('对话有新内容，请看过再关闭', { kind: 'error' })
    },
  })

  const { data } = conversation
  useRecentItem('messages', id, data?.rows[0]?.message, data?.userName)
  return (
    <div className="inbox-talk">
      <QueryView query={conversation}>
        {(found) => (
          <>
            <ConversationTools id={id} data={found} />
            <Conversation entries={found.rows} viewer="support" memberName={found.userName} />
            {found.status === CLOSED ? (
              <Closed id={id} version={found.version} onOpen={() => setReopened(true)} />
            ) : (
              <Reply
                id={id}
                data={found}
                focused={focused || reopened}
                leave={leave}
                onClose={() => setClosing(found.version)}
              />
            )}
          </>
        )}
      </QueryView>
      <ConfirmDialog
        title="关闭话题?"
        confirm="关闭话题"
        open={closing !== null}
        busy={close.isPending}
        onConfirm={() => closing !== null && close.mutate(closing)}
        onClose={() => setClosing(null)}
      >
        关闭后双方都不能再补充，需要时客服可以重新打开。
      </ConfirmDialog>
    </div>
  )
}

interface ReplyProps extends Omit<ConversationBodyProps, 'conversation'> {
  data: AnswerOf<'get', '/admin/messages/{id}'>
  onClose: () => void
}

function Reply({ data, ...form }: ReplyProps) {
  const { version, userName, vipUntil } = data
  return <AdminReplyForm {...form} version={version} userName={userName} values={usePlaceholders(userName, vipUntil)} />
}

function Closed({ id, version, onOpen }: { id: string; version: number; onOpen: () => void }) {
  const edit = useConversationEdit(id, version, onOpen)
  return (
    <p className="inbox-closed">
      话题已关闭，不能再回复。{' '}
      <Button round loading={edit.isPending} loadingText="处理中" onClick={() => edit.mutate({ reopen: true })}>
        重新打开
      </Button>
    </p>
  )
}
