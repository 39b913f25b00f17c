import { useEffect } from 'react'
import { LEAVE_FAST_MS } from '@/shared/config/constants.ts'
import { leave } from './age-choice.ts'

/** Two quick presses of Escape replace everything by the neutral page. */
export function useLeaveFast(): void {
  useEffect(() => {
    let lastPress = Number.NEGATIVE_INFINITY
    function onKeyDown(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.repeat) return
      if (event.timeStamp - lastPress < LEAVE_FAST_MS) leave()
      lastPress = event.timeStamp
    }
    window.addEventListener('keydown', onKeyDown, true)
    return () => window.removeEventListener('keydown', onKeyDown, true)
  }, [])
}
