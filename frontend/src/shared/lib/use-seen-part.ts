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

/**
 * Sets CSS variables with the height visible above an on-screen keyboard and the height it covers, and keeps the field
 * in sight that the keyboard has come for.
 */
export function useSeenPart(element: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    let before = seenPart.get()?.height ?? Number.POSITIVE_INFINITY
    function update() {
      const seen = seenPart.get()
      const box = element.current
      if (!seen || !box) return
      box.style.setProperty('--seen-height', `${seen.height}px`)
      box.style.setProperty('--covered', `${seen.covered}px`)
      const field = document.activeElement
      if (seen.covered > 0 && seen.height < before && field !== box && box.contains(field)) {
        // Not at the edge, where the buttons of a long form stand.
        field?.scrollIntoView?.({ block: 'center' })
      }
      before = seen.height
    }
    update()
    return seenPart.subscribe(update)
  }, [element])
}
