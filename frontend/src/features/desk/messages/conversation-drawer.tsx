import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Conversation } from '@/entities/message/conversation.tsx'
import { CLOSED } from '@/entities/message/status.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { ErrorView } from '@/shared/ui/states.tsx'
import { closeForMember } from './api/answer.ts'
import { deskConversationOptions } from './api/desk-conversation.ts'
import { QUEUE_KEY } from './api/queue.ts'
import { DeskReplyForm } from './desk-reply-form.tsx'

/** A member's conversation with the ways to reply and to close it. */
export function ConversationDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const client = useQueryClient()
  const conversation = useQuery(deskConversationOptions(id))
  const [asking, setAsking] = useState(false)
  const refresh = () => client.invalidateQueries({ queryKey: QUEUE_KEY })

  const close = useMutation({
    mutationFn: () => closeForMember(id),
    onSuccess: () => {
      setAsking(false)
      toast('已关闭该话题', { kind: 'success' })
    },
    onSettled: refresh,
  })

  const { data } = conversation
  return (
    <Dialog title={data ? `与 ${data.userName} 的沟通` : '沟通详情'} open onClose={onClose} shape="sheet">
      <div className="desk-drawer desk-form">
        {conversation.isPending && <Spinner />}
        {conversation.isError && !data && (
          <ErrorView error={conversation.error} onRetry={() => void conversation.refetch()} />
        )}
        {data && <Conversation entries={data.rows} viewer="support" memberName={data.userName} />}
        {data?.status === CLOSED && <p className="desk-note">话题已关闭，不能再回复。</p>}
        {data && data.status !== CLOSED && (
          <>
            <DeskReplyForm id={id} onSent={refresh} />
            <Button block onClick={() => setAsking(true)}>
              关闭话题
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        title="关闭话题?"
        confirm="关闭话题"
        open={asking}
        busy={close.isPending}
        onConfirm={() => close.mutate()}
        onClose={() => setAsking(false)}
      >
        关闭后双方都不能再补充。此操作不能撤销。
      </ConfirmDialog>
    </Dialog>
  )
}
