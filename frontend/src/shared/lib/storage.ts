/** Reads a stored text; `null` when absent or when the browser keeps nothing. */
export function readText(storage: Storage, key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

/** Reads a stored JSON value as unknown, to be checked by the caller; `null` when absent or broken. */
export function readJson(storage: Storage, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a text; a full or forbidden store is ignored. */
export function writeText(storage: Storage, key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch {
    return
  }
}

/** Removes a stored value. */
export function removeItem(storage: Storage, key: string): void {
  try {
    storage.removeItem(key)
  } catch {
    return
  }
}
