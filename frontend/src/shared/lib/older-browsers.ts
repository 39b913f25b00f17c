type HasOwn = (object: object, key: PropertyKey) => boolean

/** Adds what libraries use and the oldest browsers lack: `Object.hasOwn`, of Chrome 93 and Safari 15.4 (@noble/hashes). */
export function addMissing(): void {
  const base = Object as { hasOwn?: HasOwn }
  base.hasOwn ??= (object, key) => Object.getOwnPropertyDescriptor(object, key) !== undefined
}
