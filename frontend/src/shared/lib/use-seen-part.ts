import { type RefObject, useEffect } from 'react'

/**
 * Tells an element's styles which part of the window can be seen while a keyboard covers the rest: its height, and how
 * much below it cannot.
 */
export function useSeenPart(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    const { style } = element.current ?? {}
    if (!seen || !style) return
    function update() {
      // Whoever looks at a part through two fingers moves about in it, and nothing moves along.
      if (!seen || !style || seen.scale > 1) return
      style.setProperty('--seen-height', `${Math.round(seen.height)}px`)
      style.setProperty('--covered', `${Math.max(0, Math.round(window.innerHeight - seen.height - seen.offsetTop))}px`)
    }
    update()
    seen.addEventListener('resize', update)
    seen.addEventListener('scroll', update)
    return () => {
      seen.removeEventListener('resize', update)
      seen.removeEventListener('scroll', update)
    }
  }, [element])
}
