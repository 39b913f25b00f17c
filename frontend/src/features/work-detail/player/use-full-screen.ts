import { type RefObject, useCallback, useEffect, useState } from 'react'

/** iPhone API: only the video itself, in the system's player. */
interface OldVideo extends HTMLVideoElement {
  webkitEnterFullscreen?: () => void
}

interface Turnable extends ScreenOrientation {
  lock?: (orientation: 'landscape') => Promise<void>
}

/** Full screen state with a toggle. A phone rotates to landscape. */
export function useFullScreen(
  frame: RefObject<HTMLElement | null>,
  video: RefObject<HTMLVideoElement | null>,
): [on: boolean, toggle: () => void] {
  const [on, setOn] = useState(false)
  useEffect(() => {
    const update = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === frame.current)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [frame])

  const toggle = useCallback(() => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (frame.current?.requestFullscreen) void enter(frame.current)
    else (video.current as OldVideo | null)?.webkitEnterFullscreen?.()
  }, [frame, video])
  return [on, toggle]
}

async function enter(frame: HTMLElement): Promise<void> {
  try {
    await frame.requestFullscreen({ navigationUI: 'hide' })
    await (screen.orientation as Turnable | undefined)?.lock?.('landscape')
  } catch {
    // Desktops cannot rotate and some frames cannot go full screen; playback continues.
  }
}
