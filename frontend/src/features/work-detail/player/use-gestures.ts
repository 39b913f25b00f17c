import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Controls } from './controls.ts'
import { seekText } from './keys.ts'
import { nextTap, sideAt, TAP_SECONDS, type Tap } from './taps.ts'

/** Holding this many milliseconds doubles the speed. */
const HOLD_MS = 500
const HOLD_RATE = 2
/** Moving further than this scrolls the page; pixels. */
const MOVED = 12

interface GestureTargets {
  video: RefObject<HTMLVideoElement | null>
  controls: Controls
  toggleFullScreen: () => void
  /** Shows or hides the controls. */
  toggleBar: () => void
  showHint: (text: string) => void
}

interface Press {
  x: number
  y: number
  timer: ReturnType<typeof setTimeout>
  /** The speed before doubling; `null` while it is normal. */
  rate: number | null
}

/** Plays at double speed while the picture is held. */
function useHold(video: RefObject<HTMLVideoElement | null>) {
  const press = useRef<Press | null>(null)
  const [fast, setFast] = useState(false)
  useEffect(() => () => clearTimeout(press.current?.timer), [])

  /** Ends a press; returns whether it was a hold. */
  function release(): boolean {
    const ended = press.current
    press.current = null
    if (!ended) return false
    clearTimeout(ended.timer)
    if (ended.rate === null) return false
    if (video.current) video.current.playbackRate = ended.rate
    setFast(false)
    return true
  }

  function hold() {
    const element = video.current
    if (!press.current || !element || element.paused) return
    press.current.rate = element.playbackRate
    element.playbackRate = HOLD_RATE
    setFast(true)
  }

  function start({ clientX, clientY }: PointerEvent) {
    release()
    press.current = { x: clientX, y: clientY, timer: setTimeout(hold, HOLD_MS), rate: null }
  }

  return { press, fast, start, release }
}

/**
 * Gestures on the picture. Touch: double taps at a side seek, holding doubles the speed, a tap shows the controls.
 * Mouse: a click toggles playback, a double click toggles full screen.
 */
export function useGestures({ video, controls, toggleFullScreen, toggleBar, showHint }: GestureTargets) {
  const lastTap = useRef<Tap | null>(null)
  const lastPointer = useRef('')
  const { press, fast, start, release } = useHold(video)

  function tap(event: PointerEvent<HTMLElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const next = nextTap(lastTap.current, event.timeStamp, sideAt(event.clientX - box.left, box.width))
    lastTap.current = next
    if (next.seek === 0) return toggleBar()
    // The first tap toggled the controls.
    if (Math.abs(next.seek) === TAP_SECONDS) toggleBar()
    controls.seekBy(next.side * TAP_SECONDS)
    showHint(seekText(next.seek))
  }

  return {
    /** Whether it plays at double speed. */
    fast,
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        lastPointer.current = event.pointerType
        start(event)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const { x, y, rate } = press.current ?? { x: clientX, y: clientY, rate: null }
        if (rate === null && Math.hypot(clientX - x, clientY - y) > MOVED) release()
      },
      onPointerUp: (event: PointerEvent<HTMLElement>) => {
        const pressed = press.current !== null
        if (release() || !pressed) return
        if (event.pointerType === 'mouse') controls.toggle()
        else tap(event)
      },
      onPointerCancel: () => void release(),
      onPointerLeave: () => void release(),
      onDoubleClick: () => {
        if (lastPointer.current === 'mouse') toggleFullScreen()
      },
      // Suppresses the menu of a long press.
      onContextMenu: (event: { preventDefault: () => void }) => {
        if (press.current) event.preventDefault()
      },
    },
  }
}
