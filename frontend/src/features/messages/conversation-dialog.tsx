import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { closeMessage, conversationOptions, MESSAGES_KEY, messagesOptions } from '@/entities/message/api.ts'
import { Conversation } from '@/entities/message/conversation.tsx'
import { BY_SUPPORT } from '@/entities/message/status.ts'
import { userInfoOptions } from '@/entities/user/api.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { ReplyForm } from './reply-form.tsx'
import '@/shared/ui/chip.css'

interface ConversationDialogProps {
  id: string
  /** The question, once loaded. */
  question: string
  /** Whether it accepts no more replies. */
  closed: boolean
  onClose: () => void
}

/** 沟通详情: a conversation with reply form and close button (R12.6, R12.7). */
export function ConversationDialog({ id, question, closed, onClose }: ConversationDialogProps) {
  const client = useQueryClient()
  const conversation = useConversation(id)
  const [asking, setAsking] = useState(false)
  const close = useMutation({
    mutationFn: () => closeMessage(id),
    onSuccess: async () => {
      setAsking(false)
      onClose()
      toast('已关闭该话题', { kind: 'success' })
      await client.invalidateQueries({ queryKey: MESSAGES_KEY })
    },
    onError: () => toast('设置失败', { kind: 'error' }),
  })

  return (
    <Dialog
      title="沟通详情"
      open
      onClose={onClose}
      shape="sheet"
      filled={conversation.data !== undefined}
      action={
        conversation.data !== undefined &&
        !closed && (
          <Button round onClick={() => setAsking(true)}>
            关闭话题
          </Button>
        )
      }
    >
      <QueryView query={conversation}>
        {(entries) => (
          <div className="talk">
            <Conversation entries={entries} viewer="member" memberName="我" />
            {!entries.some(({ type }) => type === BY_SUPPORT) && (
              <p role="alert" className="messages-note">
                客服还没有回复这个留言
              </p>
            )}
            {closed ? <Closed question={question} /> : <ReplyForm messageId={id} />}
          </div>
        )}
      </QueryView>
      <ConfirmDialog
        title="关闭话题?"
        confirm="关闭话题"
        open={asking}
        busy={close.isPending}
        onConfirm={() => close.mutate()}
        onClose={() => setAsking(false)}
      >
        关闭后客服不再回复，也不能再补充。此操作不能撤销。
      </ConfirmDialog>
    </Dialog>
  )
}

function useConversation(id: string) {
  const client = useQueryClient()
  const conversation = useQuery(conversationOptions(id))
  const entries = conversation.data
  // Opening it marked it as read, so refresh the unread counts.
  useEffect(() => {
    if (!entries) return
    void client.invalidateQueries({ queryKey: messagesOptions().queryKey })
    void client.invalidateQueries({ queryKey: userInfoOptions().queryKey })
  }, [client, entries])
  return conversation
}

/** Explains that the conversation is closed and offers to ask again. */
function Closed({ question }: { question: string }) {
  return (
    <p className="messages-note">
      话题已关闭，客服不再回复。
      <Link to={`/message?message=${encodeURIComponent(question)}`} replace className="chip">
        再次提问
      </Link>
    </p>
  )
}
