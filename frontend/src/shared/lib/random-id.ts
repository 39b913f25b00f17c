const BYTES = 16

/** A random id of 32 hexadecimal digits; unlike `randomUUID` it also works on plain http. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}
