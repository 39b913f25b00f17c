const DATABASE = 'yingku'
const STORE = 'client-key'
/** A database that does not open by then is taken as none: some browsers never answer where site data is blocked. */
const OPEN_MS = 2000

/**
 * Values the browser keeps as they are, such as keys whose bytes no code may read. Where the browser keeps nothing, as
 * with blocked site data or in old private windows, they hold until the page goes.
 */

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

/** The value kept under a name, to be trusted as far as this site's own code; `undefined` when there is none. */
export async function idbGet<T>(name: string): Promise<T | undefined> {
  if (memory.has(name)) return memory.get(name) as T
  try {
    return await use<T>('readonly', (store) => store.get(name))
  } catch {
    return undefined
  }
}

/** Keeps a value under a name. */
export async function idbSet(name: string, value: unknown): Promise<void> {
  try {
    await use('readwrite', (store) => store.put(value, name))
    memory.delete(name)
  } catch {
    memory.set(name, value)
  }
}

/** Forgets the value kept under a name. */
export async function idbDelete(name: string): Promise<void> {
  memory.delete(name)
  await use('readwrite', (store) => store.delete(name)).catch(() => undefined)
}
