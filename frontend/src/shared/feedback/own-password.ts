const listeners = new Set<() => void>()

/** Redirects to the password page: the current password was set by somebody else. */
export function askForOwnPassword(): void {
  for (const listener of listeners) listener()
}

/** Calls `listener` when the password page must be shown; returns an unsubscribe function. */
export function onOwnPasswordAsked(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
