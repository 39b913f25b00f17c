import { useState } from 'react'
import { useDraft } from '@/entities/user/use-draft.ts'
import { REPLY_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { dropDraft } from '@/shared/state/drafts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { TextArea } from '@/shared/ui/field.tsx'
import { useAction } from '../kit/use-action.ts'
import { QUEUE_KEY, replyToMember } from './api.ts'
import { TemplateBar } from './template-bar.tsx'

interface AdminReplyFormProps {
  /** Id of the question. */
  id: string
  /** Version of the conversation on screen. */
  version: number
}

/** Support's reply, typed or from a template. */
export function AdminReplyForm({ id, version }: AdminReplyFormProps) {
  const draft = `answer ${id}`
  const onGivenUp = () => dropDraft(draft)
  const { field, set, reset, values, submit } = useForm({ reply: '' }, { reply: replyRule }, { onGivenUp })
  useDraft(draft, values.reply, (reply) => set({ reply }))
  const send = useAction({
    run: (reply: string) => replyToMember({ id, version: seen ?? version }, reply),
    refresh: [QUEUE_KEY],
    onDone: () => reset({ reply: '' }),
    done: '已回复',
  })
  // A reply answers what was on screen when its first letter was typed.
  const [seen, setSeen] = useState<number | null>(null)
  const isWritten = values.reply !== ''
  if (isWritten !== (seen !== null)) setSeen(isWritten ? version : null)
  const isNews = isWritten && seen !== null && seen !== version && !send.isPending
  return (
    <form className="admin-form" noValidate onSubmit={submit(({ reply }) => send.mutate(reply.trim()))}>
      {isNews && (
        <p className="conflict-notice" role="alert">
          对话有新内容，您的回复还没有发送，请看过再发送。
          <Button round onClick={() => setSeen(version)}>
            看过了
          </Button>
        </p>
      )}
      <TemplateBar text={values.reply} onChoose={(reply) => set({ reply })} />
      <TextArea label="回复" field={field('reply')} rows={5} maxLength={REPLY_MAX} counter />
      <Button primary block type="submit" disabled={isNews} loading={send.isPending} loadingText="发送中">
        发送回复
      </Button>
    </form>
  )
}

/** A reply: 1 to 1000 characters; `null` if valid. */
function replyRule(text: string): string | null {
  if (codePoints(text) === 0) return '请填写后提交'
  return codePoints(text) > REPLY_MAX ? `最多${REPLY_MAX}个字` : null
}
