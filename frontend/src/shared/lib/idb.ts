const DATABASE = 'yingku'
const STORE = 'client-key'
/** Timeout of opening the database: some browsers never answer when site data is blocked. */
const OPEN_MS = 2000

/** Waits before the second and the third attempt to read: a browser's storage fails now and then, and works a moment later. */
const AGAIN_MS = [100, 400]

/** Structured values in IndexedDB, such as non-extractable keys. Without storage they last until the page unloads. */

const memory = new Map<string, unknown>()
/** What could not be read. It may well be there, and is not overwritten. */
const unread = new Set<string>()

/** The browser does not answer. Asking again would only take longer. */
class Blocked extends Error {}

function request<T>(pending: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    pending.onsuccess = () => resolve(pending.result)
    pending.onerror = () => reject(pending.error)
  })
}

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Blocked('the database does not open')), OPEN_MS)
    request(opening)
      .finally(() => clearTimeout(timer))
      .then(resolve, reject)
  })
}

async function use<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await request(work(database.transaction(STORE, mode).objectStore(STORE)))
  } finally {
    database.close()
  }
}

/** The value of a key; `undefined` if there is none, or it cannot be read. */
export async function idbGet<T>(name: string): Promise<T | undefined> {
  if (memory.has(name)) return memory.get(name) as T
  for (const wait of [...AGAIN_MS, null]) {
    try {
      const value = await use<T>('readonly', (store) => store.get(name))
      unread.delete(name)
      return value
    } catch (error) {
      const isRefused = error instanceof Blocked || (error instanceof DOMException && error.name === 'SecurityError')
      if (wait === null || isRefused || typeof indexedDB === 'undefined') break
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  unread.add(name)
  return undefined
}

/** Stores a value; in memory alone where the one before could not be read. */
export async function idbSet(name: string, value: unknown): Promise<void> {
  if (unread.has(name)) {
    memory.set(name, value)
    return
  }
  try {
    await use('readwrite', (store) => store.put(value, name))
    memory.delete(name)
  } catch {
    memory.set(name, value)
  }
}

/** Deletes a value. */
export async function idbDelete(name: string): Promise<void> {
  memory.delete(name)
  unread.delete(name)
  await use('readwrite', (store) => store.delete(name)).catch(() => undefined)
}
