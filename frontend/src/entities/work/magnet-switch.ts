import { createStore, useStore } from '@/shared/state/store.ts'

const COOKIE = 'isDht'
const store = createStore(readOnlyMagnet())
/** Every window that is open; a browser without it learns of a switch when a window opens or loads. */
const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('yingku.magnet-switch')

/**
 * What the browser keeps of the switch: a cookie without an end, which lives as long as the browser's session and is the
 * same in every window. A window's own storage would be empty in those that links open.
 */
export function readOnlyMagnet(): boolean {
  return !document.cookie.split('; ').includes(`${COOKIE}=0`)
}

/** Whether lists show only works with magnet links: on unless switched off, kept for the browser session (R2.5). */
export function useOnlyMagnet(): boolean {
  return useStore(store)
}

/** Switches between only-with-magnet (1) and show-all (0), in all windows. */
export function setOnlyMagnet(only: boolean): void {
  store.set(only)
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${COOKIE}=${only ? 1 : 0}; path=/; SameSite=Lax`
  windows?.postMessage(only)
}

windows?.addEventListener('message', ({ data }: MessageEvent<unknown>) => store.set(data !== false))
