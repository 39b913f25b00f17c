import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { messagesOptions, submitMessage } from '@/entities/message/api.ts'
import { useDraft } from '@/entities/user/use-draft.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { MESSAGE_MAX } from '@/shared/config/constants.ts'
import { askToLogIn } from '@/shared/feedback/login-dialog.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { dropDraft } from '@/shared/state/drafts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { TextArea } from '@/shared/ui/field.tsx'
import { cutToMessage, messageRule } from './rules.ts'

/** The name of its draft. */
const QUESTION = 'question'

/** The form of a new question; `prefill` comes from the URL (R1.20). */
export function NewMessage({ prefill }: { prefill: string }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  const { field, values, set, reset, submit } = useForm(
    { message: cutToMessage(prefill) },
    { message: messageRule },
    { guarded: true, onGivenUp: () => dropDraft(QUESTION) },
  )
  useDraft(QUESTION, values.message, (message) => set({ message }))

  const send = useMutation({
    mutationFn: (message: string) => submitMessage(message),
    onSuccess: async () => {
      reset({ message: '' })
      toast('提交成功', { kind: 'success' })
      void navigate('/message', { replace: true })
      await client.resetQueries({ queryKey: messagesOptions().queryKey })
    },
  })

  function onSubmit(message: string) {
    if (signedIn) return send.mutate(message.trim())
    // Its draft stays, so nothing is lost on the way to the login.
    reset({ message })
    askToLogIn()
  }

  return (
    <form className="messages-new" noValidate onSubmit={submit(({ message }) => onSubmit(message), send.isPending)}>
      <TextArea label="新的问题" field={field('message')} rows={4} maxLength={MESSAGE_MAX} counter />
      <Button primary block type="submit" loading={send.isPending} loadingText="提交中">
        提交问题
      </Button>
    </form>
  )
}
