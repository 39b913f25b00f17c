import { useDeferredValue, useEffect } from 'react'

/** How the page came to the browser. */
export interface PageLoad {
  /** The body came over the network: what it says of the time is of now. */
  fresh: boolean
  /** The browser took it from its own store without asking, as it does on going back. */
  unasked: boolean
}

/** How this page came. Browsers that do not say are taken to have asked. */
export function pageLoad(): PageLoad {
  const { transferSize, encodedBodySize, workerStart } = navigation()
  if (transferSize === undefined || encodedBodySize === undefined) return { fresh: true, unasked: false }
  // A service worker asks the server first. Its pages have the size of new ones even if the server said that the kept body
  // is still right.
  if (workerStart) return { fresh: false, unasked: false }
  return { fresh: transferSize > encodedBodySize, unasked: transferSize === 0 }
}

/** Windows of phones. */
const NARROW = '(max-width: 767px)'

/** The first screen of this page load has been shown. */
let shown = false

/**
 * Whether to render what lies below the first screen. A phone shows the first screen of a page load first, and the rest
 * right after: what nobody sees yet would take half of the time. A reload and a return have a place to scroll to, so they
 * render all at once.
 */
export function useBelow(): boolean {
  useEffect(() => {
    shown = true
  }, [])
  return useDeferredValue(true, shown || !isFirstVisit())
}

function isFirstVisit(): boolean {
  return navigation().type === 'navigate' && matchMedia(NARROW).matches
}

function navigation(): Partial<PerformanceNavigationTiming> {
  const [entry] = performance.getEntriesByType?.('navigation') ?? []
  return (entry ?? {}) as Partial<PerformanceNavigationTiming>
}
