import { type RefObject, useEffect, useState } from 'react'
import { leftAt, savePosition } from './film-position.ts'

/** So often a position is kept while a film plays, in seconds of the film. */
const KEEP_EVERY = 5

/** Goes on where a film was left, and keeps where it is left next; answers where it begins, in seconds. */
export function useResume(video: RefObject<HTMLVideoElement | null>, workId: string): number {
  const [start] = useState(() => leftAt(workId))
  useEffect(() => {
    const element = video.current
    if (!element) return
    let kept = start
    const keep = () => {
      // On its way to where it begins it is nowhere yet.
      if (!(element.duration > 0) || element.currentTime === 0) return
      kept = element.currentTime
      savePosition(workId, element.ended ? element.duration : kept, element.duration)
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
  }, [video, workId, start])
  return start
}
