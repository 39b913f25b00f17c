import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide'
import { continueMessage, MESSAGES_KEY } from '@/entities/message/api.ts'
import { useDraft } from '@/entities/user/use-draft.ts'
import { MESSAGE_MAX } from '@/shared/config/constants.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { dropDraft } from '@/shared/state/drafts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { TextArea } from '@/shared/ui/field.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { messageRule } from './rules.ts'

export function ReplyForm({ messageId }: { messageId: string }) {
  const client = useQueryClient()
  const draft = `reply ${messageId}`
  const onGivenUp = () => dropDraft(draft)
  const { field, values, set, reset, submit } = useForm({ message: '' }, { message: messageRule }, { onGivenUp })
  useDraft(draft, values.message, (message) => set({ message }))
  const send = useMutation({
    mutationFn: (message: string) => continueMessage(messageId, message),
    onSuccess: () => {
      reset({ message: '' })
      toast('提交成功', { kind: 'success' })
    },
    // Also after an error: the conversation may have been closed elsewhere.
    onSettled: () => client.invalidateQueries({ queryKey: MESSAGES_KEY }),
  })
  return (
    <form className="reply-form" noValidate onSubmit={submit(({ message }) => send.mutate(message.trim()))}>
      <TextArea
        label="继续沟通"
        labelHidden
        placeholder="继续沟通"
        field={field('message')}
        rows={1}
        maxLength={MESSAGE_MAX}
        counter
        grows
      />
      <Button primary type="submit" aria-label="确 认 提交" loading={send.isPending}>
        <span className="reply-send">
          <Icon of={Send} />
          <span className="reply-label">确 认 提交</span>
        </span>
      </Button>
    </form>
  )
}
