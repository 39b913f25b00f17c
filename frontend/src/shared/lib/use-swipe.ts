import { type TouchEvent, useRef } from 'react'

/** The system's own gestures begin this close to the window's sides. */
const EDGE_PX = 28
/** Shortest way and longest time of a swipe, and how much more sideways than upright it is. */
const WAY_PX = 60
const TIME_MS = 700
const SLANT = 2
/** What uses sideways movement itself. */
const OWN_SWIPE = '[data-own-swipe], dialog, input, textarea, select, video'

interface SwipeHandlers {
  onTouchStart: (event: TouchEvent) => void
  onTouchEnd: (event: TouchEvent) => void
  onTouchCancel: () => void
}

/**
 * Touch handlers that tell a sideways swipe: 1 towards the next page, -1 towards the one before. Scrolling, pinching,
 * the window's edges and what scrolls sideways by itself are left alone.
 */
export function useSwipe(onSwipe: (step: 1 | -1) => void): SwipeHandlers {
  const start = useRef<{ x: number; y: number; time: number } | null>(null)
  return {
    onTouchStart({ touches, target, timeStamp }) {
      const touch = touches[0]
      const begins = touches.length === 1 && touch && !isAtEdge(touch.clientX) && !ownsSwipe(target)
      start.current = begins ? { x: touch.clientX, y: touch.clientY, time: timeStamp } : null
    },
    onTouchEnd({ changedTouches, timeStamp }) {
      const touch = changedTouches[0]
      const from = start.current
      start.current = null
      if (!from || !touch || timeStamp - from.time > TIME_MS) return
      const [dx, dy] = [touch.clientX - from.x, touch.clientY - from.y]
      if (Math.abs(dx) < WAY_PX || Math.abs(dx) < SLANT * Math.abs(dy)) return
      // A selection is being dragged.
      if (document.getSelection()?.isCollapsed === false) return
      onSwipe(dx < 0 ? 1 : -1)
    },
    onTouchCancel() {
      start.current = null
    },
  }
}

function isAtEdge(x: number): boolean {
  return x < EDGE_PX || x > window.innerWidth - EDGE_PX
}

/** Whether a target, or what it is in, uses the movement itself. */
function ownsSwipe(target: EventTarget): boolean {
  if (!(target instanceof Element) || target.closest(OWN_SWIPE)) return true
  for (let element: Element | null = target; element; element = element.parentElement) {
    if (element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX))
      return true
  }
  return false
}
