import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { JUMPS } from '@/shared/config/keys.ts'
import { isTyping } from '@/shared/lib/is-typing.ts'
import { topModal } from '@/shared/ui/use-modal.ts'

/** How long `G` waits for its letter, in milliseconds. */
const JUMP_MS = 1500

/** Puts the cursor into the search box; returns whether the page has one. */
function focusSearch(): boolean {
  const box = document.querySelector<HTMLInputElement>('.header [role=search] input')
  box?.focus()
  box?.select()
  return box !== null
}

/** The keys of every page of the site (R1.33); silent while typing, in dialogs, and where a part has taken the key. */
export function useSiteKeys(on: boolean, showHelp: () => void): void {
  const navigate = useNavigate()
  const onKey = useEffectEvent((event: KeyboardEvent, jumping: boolean) => {
    const key = event.key.toLowerCase()
    if (event.altKey || event.repeat) return false
    if (event.ctrlKey || event.metaKey) return key === 'k' && focusSearch()
    const jump = jumping ? JUMPS.find(({ letter }) => letter === key) : undefined
    if (jump) {
      void navigate(jump.to)
      return true
    }
    if (key === '?') {
      showHelp()
      return true
    }
    return key === '/' && focusSearch()
  })
  useEffect(() => {
    if (!on) return
    let jumpFrom = Number.NEGATIVE_INFINITY
    function onKeyDown(event: KeyboardEvent) {
      if (event.defaultPrevented || event.isComposing || isTyping(event.target) || topModal.get() !== null) return
      if (onKey(event, event.timeStamp - jumpFrom < JUMP_MS)) event.preventDefault()
      const begins = event.key.toLowerCase() === 'g' && !event.ctrlKey && !event.metaKey && !event.altKey
      jumpFrom = begins ? event.timeStamp : Number.NEGATIVE_INFINITY
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [on])
}
