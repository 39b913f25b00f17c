import { type RefObject, useEffect, useEffectEvent } from 'react'

/** Distance below the window from which the end counts as near. */
const NEAR = '800px'

/** Whether the visitor wants to save data; further pages then load on demand only. */
export function savesData(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return connection?.saveData === true || matchMedia('(prefers-reduced-data: reduce)').matches
}

/**
 * Calls back once when an element comes near the window's lower edge, or is near already. Does nothing where the
 * browser cannot tell.
 */
export function useNearEnd(element: RefObject<HTMLElement | null>, enabled: boolean, onNear: () => void): void {
  const near = useEffectEvent(onNear)
  useEffect(() => {
    if (!enabled || !element.current || typeof IntersectionObserver === 'undefined' || savesData()) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        near()
      },
      { rootMargin: `0px 0px ${NEAR} 0px` },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, enabled])
}
