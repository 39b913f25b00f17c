import { type KeyboardEvent, type RefObject, useState } from 'react'
import { useDraft } from '@/entities/user/use-draft.ts'
import { REPLY_MAX } from '@/shared/config/constants.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { dropDraft } from '@/shared/state/drafts.ts'
import { useAction } from '../kit/use-action.ts'
import { draftName, QUEUE_KEY, replyToMember } from './api.ts'
import { useTemplatePicker } from './template-picker.ts'
import { filledText, type PlaceholderValues, unfilled } from './template-text.ts'
import { useTemplates } from './use-templates.ts'

/** What a reply belongs to. */
export interface ReplyTarget {
  /** Id of the question. */
  id: string
  /** Version of the conversation on screen. */
  version: number
  userName: string
  /** What placeholders stand for. */
  values: PlaceholderValues
  /** Called when a reply is sent; what it returns opens the next conversation once it has arrived, if it can. */
  leave: () => () => Promise<boolean>
}

/** What is being sent, and what follows. */
interface Sending {
  text: string
  /** Whether it leaves the conversation. */
  then: () => Promise<boolean>
}

/** The text of a reply with its templates, keys and draft. It is kept until it is sent, wherever one goes meanwhile. */
export function useReply(
  { id, version, values: placeholders, leave }: ReplyTarget,
  form: RefObject<HTMLFormElement | null>,
) {
  const draft = draftName(id)
  const fill = (text: string) => filledText(text, placeholders)
  const rules = { reply: (text: string) => replyRule(fill(text)) }
  const { field, set, reset, refuse, values, submit } = useForm({ reply: '' }, rules, { guarded: 'window' })
  useDraft(draft, values.reply, (reply) => set({ reply }))
  const { seen, accept } = useSeenVersion(values.reply !== '', version)
  const shared = useTemplates()
  const { templates } = shared
  const picker = useTemplatePicker(templates, values.reply)
  const send = useAction({
    run: async ({ text, then }: Sending) => {
      await replyToMember({ id, version: seen ?? version }, text)
      return then
    },
    refresh: [QUEUE_KEY],
    onDone: (then) => {
      // The form may be gone with its conversation before it could drop the draft by itself.
      dropDraft(draft)
      reset({ reply: '' })
      setLeaving(true)
      void then().then(setLeaving)
    },
  })
  // What is pressed until the next conversation is there is not meant for this one.
  const [isLeaving, setLeaving] = useState(false)
  const isSending = send.isPending || isLeaving
  const isNews = seen !== null && seen !== version && !isSending

  function choose(template: string) {
    const { reply } = values
    const replaces = reply === '' || picker.isOpen || templates.some((known) => fill(known) === reply)
    set({ reply: replaces ? fill(template) : `${reply.trimEnd()}\n${fill(template)}` })
  }

  function sending(goesOn: boolean, isChosen = !picker.isOpen) {
    return submit(({ reply }) => {
      if (!isChosen) return refuse('reply', '请选择一条常用回复，或按 Esc 关闭列表')
      const then = goesOn ? leave() : stay
      send.mutate({ text: fill(reply.trim()), then })
    }, isSending || isNews)
  }

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    if (!isOf(form.current, event)) return
    const isTyped = event.target instanceof HTMLTextAreaElement
    if (isTyped && picker.onKeyDown(event)) return
    const taken = isTyped ? picker.active : undefined
    const press = pressOf(event, taken !== undefined)
    if (!press) return
    event.preventDefault()
    if (taken) choose(taken.template)
    if (press !== 'take') void sending(press === 'go on', taken !== undefined || !picker.isOpen)()
  }

  return {
    field: field('reply'),
    text: values.reply,
    isNews,
    accept,
    shared,
    picker,
    fill,
    choose,
    sending,
    isSending,
    onKeyDown,
  }
}

/** What follows a reply after which one stays. */
async function stay(): Promise<boolean> {
  toast('回复已发送', { kind: 'success' })
  return false
}

/** Whether a key is a form's own: not one of a dialog that it opened, nor of an input method. */
function isOf(form: HTMLFormElement | null, { nativeEvent, target }: KeyboardEvent): boolean {
  return !nativeEvent.isComposing && (target as Element).closest('dialog') === form?.closest('dialog')
}

/** What Enter does: takes a template if there is one to take, sends, or sends and goes on. */
function pressOf({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, takes: boolean) {
  if (key !== 'Enter') return undefined
  if (ctrlKey || metaKey) return shiftKey ? 'send' : 'go on'
  return takes && !shiftKey ? 'take' : undefined
}

/** The version that a reply answers: the one on screen when its first letter was typed, or that was looked at since. */
function useSeenVersion(isWritten: boolean, version: number) {
  const [seen, setSeen] = useState<number | null>(null)
  if (isWritten !== (seen !== null)) setSeen(isWritten ? version : null)
  return { seen, accept: () => setSeen(version) }
}

/** A reply: 1 to 1000 characters; `null` if valid. */
function replyRule(text: string): string | null {
  if (codePoints(text) === 0) return '请填写后提交'
  const left = unfilled(text)
  if (left) return `没有可以代替${left}的内容，请改写后发送`
  return codePoints(text) > REPLY_MAX ? `最多${REPLY_MAX}个字` : null
}
