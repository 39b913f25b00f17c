/** The server takes what was signed a little late and nothing that is ahead; browsers round the time. */
const BEHIND_MS = 500

let offset = 0

/** The server's clock as far as it is known, milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offset
}

/** Takes over the server's clock from an answer, milliseconds since the epoch. */
export function correctClock(serverTime: number): void {
  offset = serverTime - BEHIND_MS - Date.now()
}
