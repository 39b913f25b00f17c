import { AGE_CHOICE_MS } from '@/shared/config/constants.ts'
import { persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'

const KEY = 'yingku.ageConfirmedAt'

/** `asking` until answered; `left` after leaving while the page is still open. */
export type AgeState = 'asking' | 'confirmed' | 'left'

function remembered(text: string | null): AgeState {
  const age = Date.now() - Number(text ?? Number.NaN)
  return age >= 0 && age < AGE_CHOICE_MS ? 'confirmed' : 'asking'
}

const store = persistedStore<AgeState>({
  key: KEY,
  parse: remembered,
  format: (state) => (state === 'confirmed' ? String(Date.now()) : null),
  follows: (state) => state !== 'left',
})

export function useAgeState(): AgeState {
  return useStore(store)
}

/** Confirms the age; stored for 30 days. */
export function confirmAge(): void {
  store.set('confirmed')
}

/** Asks again, now and on the next visit. */
export function askAgeAgain(): void {
  store.set('asking')
}

/** Shows the neutral page and asks again on return. */
export function leave(): void {
  store.set('left')
}
