import { readText, removeItem, writeText } from '../lib/storage.ts'
import { createStore, type Store } from './store.ts'

interface PersistedStoreOptions<T> {
  /** The key in the browser's local storage. */
  key: string
  /** The value of a stored text, which anybody may have changed; of `null` when nothing is stored. */
  parse: (text: string | null) => T
  /** What is stored of a value; `null` to store nothing. */
  format: (value: T) => string | null
  /** Whether a change in another window replaces a value; it does unless told. */
  follows?: (value: T) => boolean
}

/** A store that this device keeps, the same in every window: works open in new ones. */
export interface PersistedStore<T> extends Store<T> {
  /** The value as it is stored now, which may be newer than the last event told. */
  read(): T
}

/** Makes a store that is read when it is first needed, and written with every change. */
export function persistedStore<T>({ key, parse, format, follows }: PersistedStoreOptions<T>): PersistedStore<T> {
  const changes = createStore(0)
  let known: { value: T } | null = null
  const read = () => parse(readText('local', key))
  function get(): T {
    known ??= { value: read() }
    return known.value
  }
  function replace(value: T) {
    known = { value }
    changes.set(changes.get() + 1)
  }
  // Without a key, everything was thrown away.
  window.addEventListener('storage', (event) => {
    if ((event.key === key || event.key === null) && (follows?.(get()) ?? true)) replace(read())
  })
  return {
    get,
    read,
    set(value) {
      replace(value)
      const text = format(value)
      if (text === null) removeItem('local', key)
      else writeText('local', key, text)
    },
    subscribe: changes.subscribe,
  }
}

/** The value of a stored JSON text, to be checked by the caller; `null` when absent or broken. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
