import { type RefObject, useLayoutEffect } from 'react'
import { createStore } from '../state/store.ts'

/** What an on-screen keyboard leaves of the window, in pixels: what is seen above it, and what it covers. */
interface SeenPart {
  height: number
  covered: number
}

/** As the last change said; `null` before the first. Asking when something opens would lay out the page once more. */
const seenPart = createStore<SeenPart | null>(null)

const { visualViewport } = window
visualViewport?.addEventListener('resize', look)
visualViewport?.addEventListener('scroll', look)

function look(): void {
  // Ignores pinch zoom, where the visible part moves freely.
  if (!visualViewport || visualViewport.scale > 1) return
  const { height, offsetTop } = visualViewport
  seenPart.set({
    height: Math.round(height),
    covered: Math.max(0, Math.round(window.innerHeight - height - offsetTop)),
  })
}

/** Sets CSS variables with the height visible above an on-screen keyboard and the height it covers. */
export function useSeenPart(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    function update() {
      const seen = seenPart.get()
      if (!seen) return
      element.current?.style.setProperty('--seen-height', `${seen.height}px`)
      element.current?.style.setProperty('--covered', `${seen.covered}px`)
    }
    update()
    return seenPart.subscribe(update)
  }, [element])
}
