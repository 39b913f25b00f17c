import { createStore } from '../state/store.ts'

/** A short message at the top of the screen. */
export interface ToastMessage {
  id: number
  text: string
  kind: 'plain' | 'success' | 'warning' | 'error'
}

/** Options of a toast. */
export interface ToastOptions {
  kind?: ToastMessage['kind']
  /** Milliseconds until it disappears. */
  duration?: number
}

const DEFAULT_DURATION_MS = 2000

/** The toast on screen, if any. */
export const currentToast = createStore<ToastMessage | null>(null)
let lastId = 0

/** Shows a message, replacing the one on screen. */
export function toast(text: string, options: ToastOptions = {}): void {
  const message = { id: ++lastId, text, kind: options.kind ?? 'plain' }
  currentToast.set(message)
  setTimeout(() => {
    if (currentToast.get()?.id === message.id) currentToast.set(null)
  }, options.duration ?? DEFAULT_DURATION_MS)
}
