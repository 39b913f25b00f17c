import { type RefObject, useEffect, useState } from 'react'
import { leftAt, savePosition } from '@/entities/work/film-positions.ts'
import type { Work } from '@/shared/api/types.ts'

/** Seconds of the film between two saves. */
const KEEP_EVERY = 5

/** Resumes a film where it was left and saves its position; returns the start in seconds. */
export function useResume(video: RefObject<HTMLVideoElement | null>, work: Work): number {
  const [start] = useState(() => leftAt(work.id))
  useEffect(() => {
    const element = video.current
    if (!element) return
    let kept = start
    const keep = () => {
      // Not while it is seeking to the start position.
      if (!(element.duration > 0) || element.currentTime === 0) return
      kept = element.currentTime
      savePosition(work, element.ended ? element.duration : kept, element.duration)
    }
    const keepSometimes = () => {
      if (Math.abs(element.currentTime - kept) >= KEEP_EVERY) keep()
    }
    element.addEventListener('timeupdate', keepSometimes)
    for (const event of ['pause', 'ended'] as const) element.addEventListener(event, keep)
    window.addEventListener('pagehide', keep)
    return () => {
      keep()
      element.removeEventListener('timeupdate', keepSometimes)
      for (const event of ['pause', 'ended'] as const) element.removeEventListener(event, keep)
      window.removeEventListener('pagehide', keep)
    }
  }, [video, work, start])
  return start
}
