import { type RefObject, useEffect, useRef } from 'react'
import { type Location, useNavigationType } from 'react-router-dom'

/** Entries of the history whose focus is kept. */
const MAX_ENTRIES = 20

/** Moves the focus into the new page, so that keyboard and screen reader start there, and Back to where it was. */
export function useFocusOnNavigation({ key, pathname }: Location): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null)
  const type = useNavigationType()
  const shown = useRef({ key, pathname })
  /** What had the focus last, by entry. */
  const focused = useRef(new Map<string, HTMLElement>())

  useEffect(() => {
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || target === main.current || !main.current?.contains(target)) return
      focused.current.delete(shown.current.key)
      focused.current.set(shown.current.key, target)
      const [oldest] = focused.current.keys()
      if (focused.current.size > MAX_ENTRIES && oldest !== undefined) focused.current.delete(oldest)
    }
    document.addEventListener('focusin', onFocus)
    return () => document.removeEventListener('focusin', onFocus)
  }, [])

  useEffect(() => {
    const from = shown.current.pathname
    shown.current = { key, pathname }
    // The landing page only redirects.
    if (from === pathname || from === '/') return
    // Only screens that were kept have it still.
    if (type === 'POP') focused.current.get(key)?.focus({ preventScroll: true })
    else main.current?.focus({ preventScroll: true })
  }, [key, pathname, type])
  return main
}
