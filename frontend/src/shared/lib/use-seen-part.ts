import { type RefObject, useEffect } from 'react'

/** Sets CSS variables with the height visible above an on-screen keyboard and the height it covers. */
export function useSeenPart(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    const { style } = element.current ?? {}
    if (!seen || !style) return
    function update() {
      // Ignores pinch zoom, where the visible part moves freely.
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
