import { flushSync } from 'react-dom'

/**
 * Closes a dialog whose call has been answered before anything else happens. A call counts as running until all that
 * follows from it is done, and the guards of its dialog stand until it is drawn anew: without this they would stop the
 * page from going on by itself.
 */
export function closeAtOnce(close: () => void): void {
  flushSync(close)
}
