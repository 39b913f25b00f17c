import { useMutation } from '@tanstack/react-query'
import { REPLY_MAX } from '@/shared/config/constants.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { TextArea } from '@/shared/ui/field.tsx'
import { replyToMember } from './api/answer.ts'
import { TemplateBar } from './template-bar.tsx'

interface DeskReplyFormProps {
  /** Id of the question. */
  id: string
  /** The reply was sent or refused. */
  onSent: () => Promise<void>
}

/** Support's reply, written or taken from a template. */
export function DeskReplyForm({ id, onSent }: DeskReplyFormProps) {
  const { form, field, set, reset, values, submit } = useForm({ reply: '' }, { reply: replyRule })
  const send = useMutation({
    mutationFn: (reply: string) => replyToMember(id, reply),
    onSuccess: () => {
      reset({ reply: '' })
      toast('已回复', { kind: 'success' })
    },
    onSettled: onSent,
  })
  return (
    <form ref={form} className="desk-form" noValidate onSubmit={submit(({ reply }) => send.mutate(reply.trim()))}>
      <TemplateBar text={values.reply} onChoose={(reply) => set({ reply })} />
      <TextArea label="回复" field={field('reply')} rows={5} maxLength={REPLY_MAX} counter />
      <Button primary block type="submit" loading={send.isPending} loadingText="发送中">
        发送回复
      </Button>
    </form>
  )
}

/** A reply: 1 to 1000 characters; `null` when it is fine. */
function replyRule(text: string): string | null {
  if (codePoints(text) === 0) return '请填写后提交'
  return codePoints(text) > REPLY_MAX ? `最多${REPLY_MAX}个字` : null
}
