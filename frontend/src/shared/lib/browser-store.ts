const DATABASE = 'yingku'
const STORE = 'client-key'

/**
 * Values the browser keeps as they are, such as keys whose bytes no code may read. Private windows and old browsers keep
 * nothing: reading then finds nothing, and writing does nothing.
 */

function request<T>(pending: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    pending.onsuccess = () => resolve(pending.result)
    pending.onerror = () => reject(pending.error)
  })
}

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  return request(opening)
}

async function use<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const database = await open()
    const result = await request(work(database.transaction(STORE, mode).objectStore(STORE)))
    database.close()
    return result
  } catch {
    return undefined
  }
}

/** The value kept under a name, to be trusted as far as this site's own code; `undefined` when there is none. */
export function readKept<T>(name: string): Promise<T | undefined> {
  return use<T>('readonly', (store) => store.get(name))
}

/** Keeps a value under a name. */
export async function keep(name: string, value: unknown): Promise<void> {
  await use('readwrite', (store) => store.put(value, name))
}

/** Forgets the value kept under a name. */
export async function forgetKept(name: string): Promise<void> {
  await use('readwrite', (store) => store.delete(name))
}
