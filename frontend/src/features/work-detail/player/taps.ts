/** Side of a tap on the picture; 0 is the middle, which does not seek. */
export type Side = -1 | 0 | 1

/** A tap and the result of the taps before it. */
export interface Tap {
  /** Monotonic time in milliseconds. */
  at: number
  side: Side
  /** Seconds to seek in this run of taps, negative for backward; 0 for a single tap. */
  seek: number
}

/** Maximum milliseconds between taps of a run. */
export const RUN_MS = 500
/** Seconds per tap. */
export const TAP_SECONDS = 10
/** Width of the seeking areas at the sides. */
const OUTER = 0.36

/** The side of a position on a picture `width` wide. */
export function sideAt(x: number, width: number): Side {
  if (x < width * OUTER) return -1
  return x > width * (1 - OUTER) ? 1 : 0
}

/** The next tap: the second on one side seeks ten seconds, each further one ten more. */
export function nextTap(before: Tap | null, at: number, side: Side): Tap {
  const goesOn = before !== null && side !== 0 && before.side === side && at - before.at <= RUN_MS
  return { at, side, seek: goesOn ? before.seek + side * TAP_SECONDS : 0 }
}
