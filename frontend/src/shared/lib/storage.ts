/** Which of the browser's stores: `local` outlives the visit, `session` does not. */
export type StorageKind = 'local' | 'session'

/** What a browser that keeps nothing is spared from forgetting at once: it holds until the page goes. */
const memory = { local: new Map<string, string>(), session: new Map<string, string>() }

/** Where site data is blocked, even naming the store throws. */
function storeOf(kind: StorageKind): Storage {
  return kind === 'local' ? localStorage : sessionStorage
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

/** Reads a stored JSON value as unknown, to be checked by the caller; `null` when absent or broken. */
export function readJson(kind: StorageKind, key: string): unknown {
  try {
    return JSON.parse(readText(kind, key) ?? 'null')
  } catch {
    return null
  }
}

/** Stores a text; where the store is full or forbidden, until the page goes. */
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
