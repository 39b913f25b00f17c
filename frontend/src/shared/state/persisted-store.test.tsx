import { expect, it, vi } from 'vitest'
import { parseStored, persistedStore } from './persisted-store.ts'

const KEY = 'yingku.test'

function makeStore(follows?: (value: number) => boolean) {
  return persistedStore<number>({
    key: KEY,
    parse: (text) => Number(parseStored(text) ?? 0),
    format: (value) => (value === 0 ? null : String(value)),
    follows,
  })
}

/** What another window has done to the storage. */
function tell(key: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

it('reads what is stored when it is first asked, and stores every change', () => {
  const store = makeStore()
  localStorage.setItem(KEY, '7')
  expect(store.get()).toBe(7)
  store.set(8)
  expect(localStorage.getItem(KEY)).toBe('8')
  store.set(0)
  expect(localStorage.getItem(KEY)).toBeNull()
})

it.each([KEY, null])('follows what another window stores (key: %s)', (key) => {
  const store = makeStore()
  store.set(7)
  const heard = vi.fn()
  store.subscribe(heard)
  localStorage.setItem(KEY, '9')
  expect(store.read()).toBe(9)
  tell('yingku.other')
  expect(store.get()).toBe(7)
  tell(key)
  expect(store.get()).toBe(9)
  expect(heard).toHaveBeenCalledOnce()
})

it('keeps a value that follows no other window', () => {
  const store = makeStore((value) => value !== 7)
  store.set(7)
  localStorage.setItem(KEY, '9')
  tell(KEY)
  expect(store.get()).toBe(7)
})

it('takes a broken text for none', () => {
  localStorage.setItem(KEY, '{')
  expect(makeStore().get()).toBe(0)
})
