import { createStore, useStore } from '@/shared/feedback/store.ts'
import { readText, writeText } from '@/shared/lib/storage.ts'

const KEY = 'isDht'
const store = createStore(readText('session', KEY) !== '0')

/** Whether lists show only works with magnet links: on unless switched off, kept for the browser session (spec §4). */
export function useOnlyMagnet(): boolean {
  return useStore(store)
}

/** Switches between only-with-magnet (1) and show-all (0). */
export function setOnlyMagnet(only: boolean): void {
  store.set(only)
  writeText('session', KEY, only ? '1' : '0')
}
