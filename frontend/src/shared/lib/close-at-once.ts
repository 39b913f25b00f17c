import { flushSync } from 'react-dom'

/**
 * Closes a dialog synchronously after its call succeeded. The call counts as running until its follow-ups are done,
 * and the guards of the dialog last until the next render: they would block a navigation.
 */
export function closeAtOnce(close: () => void): void {
  flushSync(close)
}
