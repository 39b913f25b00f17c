import { type RefObject, useEffect, useEffectEvent } from 'react'
import { isTyping } from '@/shared/lib/is-typing.ts'
import { topModal } from '@/shared/ui/use-modal.ts'

/** What keys do, by name, letters in small. */
type KeyActions = Readonly<Record<string, (event: KeyboardEvent) => void>>

/** Whether somebody is at work in the page, or in the dialog that holds an element, and not in a dialog above. */
export function isHere({ target }: Event, part?: RefObject<HTMLElement | null>): boolean {
  if (topModal.get() === null) return true
  const dialog = part?.current?.closest('dialog')
  return dialog != null && target instanceof Element && target.closest('dialog') === dialog
}

/** Single keys of a page and of one dialog; silent while typing. Arrows keep scrolling what has the focus and scrolls. */
export function usePageKeys(actions: KeyActions, part?: RefObject<HTMLElement | null>): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
    if (!isHere(event, part) || isTyping(event.target)) return
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
