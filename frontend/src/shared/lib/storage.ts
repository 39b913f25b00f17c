/** `local` outlives the visit, `session` does not. */
export type StorageKind = 'local' | 'session'

/** Fallback for blocked storage; lasts until the page unloads. */
const memory = { local: new Map<string, string>(), session: new Map<string, string>() }

/** With blocked site data, even the property access throws. */
function storeOf(kind: StorageKind): Storage {
  return kind === 'local' ? localStorage : sessionStorage
}

/** Whether the browser denies access to its storage: what is written then is gone with the page. */
export function isBlocked(kind: StorageKind): boolean {
  try {
    storeOf(kind).getItem('')
    return false
  } catch {
    return true
  }
}

/** Reads a stored text; `null` when absent. */
export function readText(kind: StorageKind, key: string): string | null {
  const held = memory[kind].get(key)
  if (held !== undefined) return held
  try {
    return storeOf(kind).getItem(key)
  } catch {
    return null
  }
}

/** Reads a stored JSON value, to be validated by the caller; `null` when absent or broken. */
export function readJson(kind: StorageKind, key: string): unknown {
  try {
    return JSON.parse(readText(kind, key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a text; in memory if storage is full or blocked. */
export function writeText(kind: StorageKind, key: string, value: string): void {
  try {
    storeOf(kind).setItem(key, value)
    memory[kind].delete(key)
  } catch {
    memory[kind].set(key, value)
  }
}

/** Removes a stored value. */
export function removeItem(kind: StorageKind, key: string): void {
  memory[kind].delete(key)
  try {
    storeOf(kind).removeItem(key)
  } catch {
    return
  }
}
