/** The server accepts slightly old signatures but none from the future; browsers round the time. */
const BEHIND_MS = 500

let offset = 0

/** Estimated server time, milliseconds since the epoch. */
export function serverNow(): number {
  return Date.now() + offset
}

/** Adjusts the clock to a response, milliseconds since the epoch. */
export function correctClock(serverTime: number): void {
  offset = serverTime - BEHIND_MS - Date.now()
}
