import { createContext } from 'react'

/**
 * Opens a path with a view transition. Links below the shell cannot ask for one themselves: the router makes transitions
 * only for its own routes, and the shell resolves the screens.
 */
export const OpenSmoothly = createContext<(path: string) => void>(() => undefined)

/** What a move ends with that the next one cuts short, or that a slow phone is not ready for. */
const CUT = ['AbortError', 'TimeoutError']

/**
 * A move that is cut short is no error. The router leaves the promise that says so to the browser, which reports it as one.
 */
export function forgiveCutMoves(): void {
  if (!('startViewTransition' in document)) return
  const start = document.startViewTransition.bind(document)
  document.startViewTransition = (update) => {
    const transition = start(update)
    transition.ready.catch((error: Error) => {
      if (!CUT.includes(error.name)) throw error
    })
    return transition
  }
}

/** Whether pages may move into one another: the browser can, and motion is not reduced. */
export function mayMove(): boolean {
  return 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches
}
