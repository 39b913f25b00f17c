const DATABASE = 'yingku'
const STORE = 'client-key'
/** Timeout of opening the database: some browsers never answer when site data is blocked. */
const OPEN_MS = 2000

/** Structured values in IndexedDB, such as non-extractable keys. Without storage they last until the page unloads. */

const memory = new Map<string, unknown>()

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
    const timer = setTimeout(() => reject(new Error('the database does not open')), OPEN_MS)
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

/** The value of a key; `undefined` if there is none. */
export async function idbGet<T>(name: string): Promise<T | undefined> {
  if (memory.has(name)) return memory.get(name) as T
  try {
    return await use<T>('readonly', (store) => store.get(name))
  } catch {
    return undefined
  }
}

/** Stores a value. */
export async function idbSet(name: string, value: unknown): Promise<void> {
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
  await use('readwrite', (store) => store.delete(name)).catch(() => undefined)
}
