/** How the page came to the browser. */
export interface PageLoad {
  /** The body came over the network: what it says of the time is of now. */
  fresh: boolean
  /** The browser took it from its own store without asking, as it does on going back. */
  unasked: boolean
}

/** How this page came. Browsers that do not say are taken to have asked. */
export function pageLoad(): PageLoad {
  const [entry] = performance.getEntriesByType?.('navigation') ?? []
  const { transferSize, encodedBodySize, workerStart } = (entry ?? {}) as Partial<PerformanceNavigationTiming>
  if (transferSize === undefined || encodedBodySize === undefined) return { fresh: true, unasked: false }
  // A service worker asks the server first, and its pages have no size here.
  return { fresh: transferSize > encodedBodySize, unasked: transferSize === 0 && !workerStart }
}
