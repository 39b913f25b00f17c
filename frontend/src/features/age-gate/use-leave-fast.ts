import { useEffect } from 'react'
import { LEAVE_FAST_MS } from '@/shared/config/constants.ts'
import { leave } from './age-choice.ts'

/** While `on`, pressing Escape twice replaces the page by the neutral one. */
export function useLeaveFast(on: boolean): void {
  useEffect(() => {
    if (!on) return
    let lastPress = Number.NEGATIVE_INFINITY
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.repeat || document.fullscreenElement) return
      if (event.timeStamp - lastPress < LEAVE_FAST_MS) leave()
      lastPress = event.timeStamp
    }
    // In full screen the browser consumes the first press; only the exit event is visible.
    function onFullscreenChange(event: Event) {
      if (!document.fullscreenElement) lastPress = event.timeStamp
    }
    window.addEventListener('keydown', onKeyDown, true)
    document.addEventListener('fullscreenchange', onFullscreenChange)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
      document.removeEventListener('fullscreenchange', onFullscreenChange)
    }
  }, [on])
}
