import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Distance that still counts as the end. */
const NEAR_PX = 24

/**
 * Keeps a scrolling list at its end when it opens, grows, or is resized, e.g. by an on-screen keyboard. A list that was
 * scrolled up stays there until an entry is added.
 *
 * @param length how many entries there are
 */
export function useAtEnd(list: RefObject<HTMLElement | null>, length: number): void {
  const stays = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every entry added leads to the end
  useLayoutEffect(() => {
    const element = list.current
    if (!element) return
    stays.current = true
    const toEnd = () => {
      if (stays.current) element.scrollTop = element.scrollHeight
    }
    const onScroll = () => {
      stays.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_PX
    }
    toEnd()
    // A dialog is laid out only after it is shown.
    const room = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(toEnd)
    room?.observe(element)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      room?.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [list, length])
}
