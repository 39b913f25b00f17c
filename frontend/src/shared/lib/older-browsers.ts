type HasOwn = (object: object, key: PropertyKey) => boolean

/** Adds what libraries use and the oldest browsers lack: `Object.hasOwn`, of Chrome 93 and Safari 15.4 (@noble/hashes). */
export function addMissing(): void {
  const constructor = Object as { hasOwn?: HasOwn }
  constructor.hasOwn ??= (object, key) => Object.getOwnPropertyDescriptor(object, key) !== undefined
}
