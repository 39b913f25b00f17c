const BYTES = 16

/** A name nobody else makes up, of 32 hexadecimal digits; unlike `randomUUID` it is there on plain http too. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}
