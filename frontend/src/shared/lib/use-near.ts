import { type RefObject, useEffect, useRef, useState } from 'react'

/** How far from the screen something counts as near, across the page and along a row that scrolls sideways. */
const MARGINS = { rootMargin: '400px 200px', scrollMargin: '0px 200px' }

const waiting = new WeakMap<Element, () => void>()
let observer: IntersectionObserver | undefined

/** One observer for all: a page has a hundred covers. */
function watch(element: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) if (isIntersecting) waiting.get(target)?.()
  }, MARGINS)
  waiting.set(element, onNear)
  observer.observe(element)
  return () => observer?.unobserve(element)
}

/**
 * Whether an element has ever been near the screen. The browser's own lazy loading looks some screens ahead, which costs a
 * phone dozens of pictures that nobody sees.
 */
export function useNear<Shown extends Element>(always: boolean): [RefObject<Shown | null>, boolean] {
  const ref = useRef<Shown>(null)
  const [near, setNear] = useState(always || typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    if (!near && ref.current) return watch(ref.current, () => setNear(true))
  }, [near])
  return [ref, near]
}
