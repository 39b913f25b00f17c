import { AGE_CHOICE_MS } from '@/shared/config/constants.ts'
import { createStore, useStore } from '@/shared/feedback/store.ts'
import { readText, removeItem, writeText } from '@/shared/lib/storage.ts'

const KEY = 'yingku.ageConfirmedAt'

/** `asking` until a choice was made; `left` after leaving while the page is still here. */
export type AgeState = 'asking' | 'confirmed' | 'left'

function remembered(): AgeState {
  const age = Date.now() - Number(readText('local', KEY) ?? Number.NaN)
  return age >= 0 && age < AGE_CHOICE_MS ? 'confirmed' : 'asking'
}

const store = createStore<AgeState>(remembered())

/** Where the visitor stands with the age question. */
export function useAgeState(): AgeState {
  return useStore(store)
}

/** The visitor says to be of age; kept for 30 days. */
export function confirmAge(): void {
  writeText('local', KEY, String(Date.now()))
  store.set('confirmed')
}

/** Asks again, now and on the next visit. */
export function askAgeAgain(): void {
  removeItem('local', KEY)
  store.set('asking')
}

/** Shows the neutral page and asks again on the way back in. */
export function leave(): void {
  removeItem('local', KEY)
  store.set('left')
}

// Works open in new windows: a choice made or taken back in one holds in all.
window.addEventListener('storage', (event) => {
  if (event.key === KEY && store.get() !== 'left') store.set(remembered())
})
