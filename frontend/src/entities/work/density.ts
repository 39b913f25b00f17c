import { useDeferredValue } from 'react'
import { persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'

/** How lists of works are laid out on this device. */
export type Density = 'dense' | 'loose' | 'list'

/** Every density with its name, in the order of the switch. */
export const DENSITIES: readonly { value: Density; label: string }[] = [
  { value: 'dense', label: '紧凑' },
  { value: 'loose', label: '宽松' },
  { value: 'list', label: '列表' },
]

const store = persistedStore<Density>({
  key: 'yingku.density',
  parse: (text) => DENSITIES.find(({ value }) => value === text)?.value ?? 'loose',
  format: (density) => density,
})

/** The density chosen on this device (R2.19). */
export function useDensity(): Density {
  return useStore(store)
}

/** The density of a list: another choice is seen in the switch first, and right after in the cards. */
export function useListDensity(): Density {
  return useDeferredValue(useDensity())
}

/** Stores another density, for all windows. */
export function setDensity(density: Density): void {
  store.set(density)
}
