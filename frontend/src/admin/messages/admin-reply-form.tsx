import { useEffect, useRef } from 'react'
import { REPLY_MAX } from '@/shared/config/constants.ts'
import { Button } from '@/shared/ui/button.tsx'
import { TextArea } from '@/shared/ui/field.tsx'
import { TemplateBar } from './template-bar.tsx'
import { TemplateList } from './template-list.tsx'
import { type ReplyTarget, useReply } from './use-reply.ts'
import './inbox.css'

interface AdminReplyFormProps extends ReplyTarget {
  /** Whether it takes the focus. */
  focused: boolean
  /** Asks to close the conversation. */
  onClose: () => void
}

/** Support's reply, typed or from a template. */
export function AdminReplyForm({ focused, onClose, ...target }: AdminReplyFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const reply = useReply(target, form)
  const { isNews, isSending, picker } = reply
  useEffect(() => {
    if (focused) form.current?.querySelector('textarea')?.focus({ preventScroll: true })
  }, [focused])
  return (
    <form ref={form} className="inbox-reply" noValidate onSubmit={reply.sending(true)} onKeyDown={reply.onKeyDown}>
      {isNews && (
        <p className="conflict-notice" role="alert">
          对话有新内容，您的回复还没有发送，请看过再发送。
          <Button round onClick={reply.accept}>
            看过了
          </Button>
        </p>
      )}
      <TemplateBar shared={reply.shared} text={reply.text} fill={reply.fill} onChoose={reply.choose} />
      <div className="inbox-reply-box">
        <TemplateList picker={picker} fill={reply.fill} onChoose={reply.choose} />
        <TextArea
          label="回复"
          labelHidden
          placeholder={`回复 ${target.userName}，输入 / 选常用回复`}
          field={reply.field}
          rows={3}
          grows
          maxLength={REPLY_MAX}
          counter
          suggestions={picker.isOpen ? { listId: picker.listId, activeId: picker.active?.id } : undefined}
        />
      </div>
      <div className="inbox-reply-actions">
        <button type="button" className="inbox-reply-close" onClick={onClose}>
          关闭话题
        </button>
        <Button disabled={isNews || isSending} onClick={() => void reply.sending(false)()}>
          发送
        </Button>
        <Button primary type="submit" disabled={isNews} loading={isSending} loadingText="发送中">
          发送并下一条
        </Button>
      </div>
    </form>
  )
}
