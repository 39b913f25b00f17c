import type { ClientKey } from '@signer'

const DATABASE = 'yingku'
const STORE = 'client-key'

/** A client key together with what it was made for, so that a change of either makes a new one. */
export interface StoredKey extends ClientKey {
  /** Fingerprint of application secret and server key. */
  madeFor: string
}

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

/** The stored key; `null` when there is none or the browser keeps nothing. */
export async function loadKey(): Promise<StoredKey | null> {
  try {
    const database = await open()
    const found = await request<StoredKey | undefined>(database.transaction(STORE).objectStore(STORE).get('current'))
    database.close()
    return found ?? null
  } catch {
    return null
  }
}

/** Keeps the key for the next visit; private windows that refuse simply keep it for this one. */
export async function saveKey(key: StoredKey): Promise<void> {
  try {
    const database = await open()
    await request(database.transaction(STORE, 'readwrite').objectStore(STORE).put(key, 'current'))
    database.close()
  } catch {
    return
  }
}
