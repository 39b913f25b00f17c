import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isTyping } from '@/shared/lib/is-typing.ts'
import { topDialog } from '@/shared/ui/use-modal.ts'

/** What keys do, by name, letters in small. */
type KeyActions = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** Whether no dialog is above the page, or above the dialog that holds this part of it. */
export function isUppermost(part?: RefObject<HTMLElement | null>): boolean {
  const top = topDialog()
  return top === null || top === part?.current?.closest('dialog')
}

/** Single keys of a page and of one dialog; silent while typing. Arrows keep scrolling what has the focus and scrolls. */
export function usePageKeys(actions: KeyActions, part?: RefObject<HTMLElement | null>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (!isUppermost(part) || isTyping(event.target)) return
    const isArrow = event.key.startsWith('Arrow')
    if (isArrow && event.target instanceof Element && event.target.closest('[tabindex="0"]')) return
    actions[isArrow ? event.key : event.key.toLowerCase()]?.(event)
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}
