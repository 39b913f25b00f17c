import { hasUnsaved } from './leave-guards.ts'

let holders = 0

/** Keeps the page through the end of the session; returns a function that ends this. */
export function holdPage(): () => void {
  holders++
  return () => {
    holders--
  }
}

/** Whether the page stays as it is when the session ends, because it is held or has unsaved input (R16.11). */
export function isPageHeld(): boolean {
  return holders > 0 || hasUnsaved()
}
