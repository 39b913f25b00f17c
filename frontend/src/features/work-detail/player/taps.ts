/** Half of the picture a tap is on; 0 is the middle, where a tap seeks nothing. */
export type Side = -1 | 0 | 1

/** A tap of a finger, and what the taps before it have come to. */
export interface Tap {
  /** Milliseconds on a steadily growing clock. */
  at: number
  side: Side
  /** Seconds gone forward in this run of taps; below 0 backward, 0 for a single tap. */
  seek: number
}

/** A further tap inside this many milliseconds belongs to the run. */
export const RUN_MS = 500
/** What each tap of a run adds, in seconds. */
export const TAP_SECONDS = 10
/** The outer parts of the picture that seek. */
const OUTER = 0.36

/** The side of a place on a picture `width` wide, counted from its left edge. */
export function sideAt(x: number, width: number): Side {
  if (x < width * OUTER) return -1
  return x > width * (1 - OUTER) ? 1 : 0
}

/** The next tap: the second on one side seeks ten seconds, and each further one ten more. */
export function nextTap(before: Tap | null, at: number, side: Side): Tap {
  const goesOn = before !== null && side !== 0 && before.side === side && at - before.at <= RUN_MS
  return { at, side, seek: goesOn ? before.seek + side * TAP_SECONDS : 0 }
}
