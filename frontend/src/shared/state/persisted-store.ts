import { readText, removeItem, type StorageKind, writeText } from '../lib/storage.ts'
import { lazyStore, type Store } from './store.ts'

interface DeviceStoreOptions<T> {
  /** The keys in local storage that the value is made of. */
  keys: readonly string[]
  read: () => T
  write: (value: T) => void
  /** Whether a change in another window replaces the current value. Default: always. */
  follows?: (value: T) => boolean
}

/** A store saved in local storage and shared by all windows. */
export interface PersistedStore<T> extends Store<T> {
  /** Reads storage, which may be newer than the last event received. */
  read(): T
  /** Replaces the value by what is in storage. */
  reload(): void
}

/** A store over several keys. It is read on first use and written on every change. */
export function deviceStore<T>({ keys, read, write, follows }: DeviceStoreOptions<T>): PersistedStore<T> {
  const store = lazyStore(read)
  const reload = () => store.set(read())
  // The key is null when all of storage was cleared.
  window.addEventListener('storage', ({ key }) => {
    if ((key === null || keys.includes(key)) && (follows?.(store.get()) ?? true)) reload()
  })
  return {
    ...store,
    read,
    reload,
    set(value) {
      store.set(value)
      write(value)
    },
  }
}

interface PersistedStoreOptions<T> extends Pick<DeviceStoreOptions<T>, 'follows'> {
  key: string
  /** Where it is stored. Default: local storage. */
  kind?: StorageKind
  /** Parses the stored text, which may have been tampered with; `null` when nothing is stored. */
  parse: (text: string | null) => T
  /** The text to store; `null` removes the entry. */
  format: (value: T) => string | null
}

/** A store over one key. */
export function persistedStore<T>(options: PersistedStoreOptions<T>): PersistedStore<T> {
  const { key, kind = 'local', parse, format, follows } = options
  return deviceStore({
    keys: [key],
    read: () => parse(readText(kind, key)),
    write(value) {
      const text = format(value)
      if (text === null) removeItem(kind, key)
      else writeText(kind, key, text)
    },
    follows,
  })
}

/** Parses stored JSON, to be checked by the caller; `null` when absent or broken. */
export function parseStored(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}
