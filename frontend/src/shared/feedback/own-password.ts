const listeners = new Set<() => void>()

/** Somebody else has set the password: the page where it is changed is to be shown. */
export function askForOwnPassword(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever the page is to be shown; returns what ends that. */
export function onOwnPasswordAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
