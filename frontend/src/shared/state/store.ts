import { useSyncExternalStore } from 'react'

/** An observable value, for use inside and outside React. */
export interface Store<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  return lazyStore(() => initial)
}

/** A store that asks for its first value when somebody wants it. */
export function lazyStore<T>(first: () => T): Store<T> {
  const listeners = new Set<() => void>()
  let known: { value: T } | null = null
  return {
    get() {
      known ??= { value: first() }
      return known.value
    },
    set(value) {
      known = { value }
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The store's value as a hook. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}
