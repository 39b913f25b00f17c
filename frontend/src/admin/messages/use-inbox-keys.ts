import { useEffect, useEffectEvent } from 'react'
import type { KeyHelp } from '@/shared/config/keys.ts'
import { isTyping } from '@/shared/lib/is-typing.ts'
import { topModal } from '@/shared/ui/use-modal.ts'
import type { Step } from './use-queue-steps.ts'

/** The keys of the inbox. */
export const INBOX_KEYS: KeyHelp = [
  ['J / ↓', '下一条'],
  ['K / ↑', '上一条'],
  ['R', '写回复'],
  ['/', '选常用回复'],
  ['Ctrl Enter', '发送并下一条'],
  ['Ctrl Shift Enter', '只发送'],
]

type Action = 'next' | 'previous' | 'reply'

const ACTIONS: Readonly<Record<string, Action>> = {
  j: 'next',
  ArrowDown: 'next',
  k: 'previous',
  ArrowUp: 'previous',
  r: 'reply',
  '/': 'reply',
}

/** What a key does, if it is meant for the inbox. Arrows keep scrolling what has the focus and scrolls. */
function actionOf(event: KeyboardEvent): Action | undefined {
  if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return undefined
  if (topModal.get() !== null || isTyping(event.target)) return undefined
  const isArrow = event.key.startsWith('Arrow')
  if (isArrow && event.target instanceof Element && event.target.closest('[tabindex="0"]')) return undefined
  return ACTIONS[isArrow ? event.key : event.key.toLowerCase()]
}

interface InboxKeys {
  next: Step | null
  previous: Step | null
  /** The reply on screen, if any. */
  reply: () => HTMLTextAreaElement | null | undefined
}

/** The keys of the inbox; silent while typing and in dialogs. */
export function useInboxKeys({ next, previous, reply }: InboxKeys): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const action = actionOf(event)
    if (!action) return
    const field = action === 'reply' ? reply() : undefined
    // The stroke itself goes into an empty reply, where it opens the list.
    if (!(event.key === '/' && field?.value === '')) event.preventDefault()
    field?.focus()
    if (action === 'next') next?.('key')
    if (action === 'previous') previous?.('key')
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
