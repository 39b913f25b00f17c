/** Adds what libraries use and the oldest browsers lack: `Object.hasOwn`, of Chrome 93 and Safari 15.4 (@noble/hashes). */
export function addMissing(): void {
  Object.hasOwn ??= (object: object, key: PropertyKey) => Object.hasOwn(object, key)
}
