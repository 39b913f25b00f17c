let offset = 0

/** The server's clock as far as it is known, milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offset
}

/** Takes over the server's clock from an answer, milliseconds since the epoch. */
export function correctClock(serverTime: number): void {
  offset = serverTime - Date.now()
}
