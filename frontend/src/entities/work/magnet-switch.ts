import { useLocation } from 'react-router-dom'
import { readCookie, writeCookie } from '@/shared/lib/cookies.ts'
import { withParams } from '@/shared/lib/query.ts'
import { lazyStore, useStore } from '@/shared/state/store.ts'

const COOKIE = 'isDht'
/** Its name in an address. */
export const PARAM = 'dht'
// Read with the first list and not with this file: a look at the cookies has the same effect as React's errors (vite.config.ts).
const store = lazyStore(readOnlyMagnet)
/** Tells the other windows. Browsers without it read the cookie on the next load. */
const windows = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('yingku.magnet-switch')

/** The stored switch. A session cookie, not a persistedStore: it ends with the browser session and all windows share it. */
export function readOnlyMagnet(): boolean {
  return readCookie(COOKIE) !== '0'
}

/** Whether lists show only works with magnet links (R2.5). On by default; the choice lasts for the browser session. */
export function useMagnetDefault(): boolean {
  return useStore(store)
}

/** The same at the current address, which may say otherwise: `dht=0` or `dht=1`, unless the switch itself put it there. */
export function useOnlyMagnet(): boolean {
  const { search, state } = useLocation()
  const named = state?.ownSwitch ? null : new URLSearchParams(search).get(PARAM)
  const only = useMagnetDefault()
  return named === '1' || (named !== '0' && only)
}

/** The query of an address without the switch, which makes no other place in the history. */
export function withoutSwitch(search: string): string {
  return withParams(search, { [PARAM]: '' }).toString()
}

/** Switches between only-with-magnet (1) and show-all (0), in all windows. */
export function setOnlyMagnet(only: boolean): void {
  store.set(only)
  writeCookie(COOKIE, only ? '1' : '0', 'path=/; SameSite=Lax')
  windows?.postMessage(only)
}

windows?.addEventListener('message', ({ data }: MessageEvent<unknown>) => store.set(data !== false))
