import { Play, RotateCcw, X } from 'lucide'
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { mediaUrl } from '@/shared/api/app-config.ts'
import type { Video, Work } from '@/shared/api/types.ts'
import { formatSeconds } from '@/shared/lib/format.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import type { StreamFailure } from './attach-stream.ts'
import { useControls } from './controls.ts'
import { pressKey } from './keys.ts'
import { togglePictureInPicture } from './picture-in-picture.ts'
import { PlayerBar } from './player-bar.tsx'
import { PlayerHelp } from './player-help.tsx'
import { useFullScreen } from './use-full-screen.ts'
import { useGestures } from './use-gestures.ts'
import { useIdle } from './use-idle.ts'
import { usePreviews } from './use-previews.ts'
import { useResume } from './use-resume.ts'
import { useSlow } from './use-slow.ts'
import { useStream } from './use-stream.ts'
import { useSubtitles } from './use-tracks.ts'
import { useVideoState } from './use-video-state.ts'
import { useWakeLock } from './use-wake-lock.ts'
import './player.css'

/** How long a hint is shown, in milliseconds. */
const HINT_MS = 1200
/** How long it is said that the film resumes, or goes on with another source. */
const NOTICE_MS = 6000

export interface FilmPlayerProps {
  work: Work
  stream: Video
  /** Playback cannot continue. */
  onFailed: (why: StreamFailure) => void
  /** Returns to the cover. */
  onClose: () => void
}

/** The film player: own controls on a plain video, for keyboard, mouse and touch (R4.3, R4.5). */
export function FilmPlayer({ work, stream, onFailed, onClose }: FilmPlayerProps) {
  const frame = useRef<HTMLElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const [helping, setHelping] = useState(false)
  const [hint, showHint] = usePassing<string>(HINT_MS)
  const startAt = useResume(video, work)
  const [resumed, setResumed] = usePassing<number>(NOTICE_MS)
  const [switched, onSwitched] = usePassing<string>(NOTICE_MS)
  const state = useVideoState(video)
  const slow = useSlow(state.waiting)
  const controls = useControls(video)
  const [isFullScreen, toggleFullScreen] = useFullScreen(frame, video)
  const { idle, wake, rest } = useIdle(state.playing && !helping)
  const [held, setHeld] = useState(false)
  const [choosing, setChoosing] = useState(false)
  const toggleBar = () => (idle ? wake() : rest())
  const { fast, handlers } = useGestures({ video, controls, toggleFullScreen, toggleBar, showHint })
  const { sound, quality, previews, sources } = useStream({ video, work, stream, startAt, onFailed, onSwitched })
  const subtitles = useSubtitles(video)
  useWakeLock(state.playing)

  // Keys work without a click, and all of the film is in sight.
  useEffect(() => {
    frame.current?.focus({ preventScroll: true })
    frame.current?.scrollIntoView?.({ block: 'nearest' })
  }, [])
  useEffect(() => {
    if (startAt > 0) setResumed(startAt)
  }, [startAt, setResumed])

  /** Keyboard use keeps the controls visible. */
  function notice(target: EventTarget) {
    setHeld(
      target instanceof HTMLButtonElement || target instanceof HTMLInputElement
        ? target.matches(':focus-visible')
        : false,
    )
  }

  function onKeyDown(event: KeyboardEvent) {
    wake()
    notice(event.target)
    const targets = { controls, state, toggleFullScreen, showHelp: () => setHelping(true), showHint }
    if (pressKey(event, targets)) event.preventDefault()
  }

  return (
    <>
      <section
        ref={frame}
        className="player"
        data-own-swipe
        aria-label={`${work.number} 播放器`}
        data-idle={(idle && !held && !choosing) || undefined}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a player takes keys as a whole
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => notice(target)}
        onBlur={() => setHeld(false)}
        onPointerMove={({ pointerType }) => pointerType === 'mouse' && wake()}
        onPointerLeave={({ pointerType }) => pointerType === 'mouse' && rest()}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: a stream brings its own, which the engine adds */}
        <video
          ref={video}
          aria-label={`${work.number} 影片`}
          poster={mediaUrl(work.picBig)}
          playsInline
          // QQ's and older Apple's web views show films in a player of their own without these.
          webkit-playsinline="true"
          x5-playsinline="true"
          x5-video-player-type="h5-page"
        />
        <div className="player-surface" {...handlers} />
        {state.waiting && <span className="player-waiting" role="status" aria-label="加载中" />}
        {!state.playing && !state.waiting && (
          <span className="player-mark" aria-hidden="true">
            <Icon of={state.ended ? RotateCcw : Play} size={34} />
          </span>
        )}
        <p className="player-hint" role="status">
          {fast ? '2 倍速播放中' : slow ? '网络较慢，正在缓冲' : (hint ?? switched)}
        </p>
        <button type="button" className="player-button player-close" aria-label="关闭播放器" onClick={onClose}>
          <Icon of={X} size={22} />
        </button>
        {resumed !== null && (
          <p className="player-resumed">
            <span className="numeric">已从 {formatSeconds(resumed)} 继续播放</span>
            <button
              type="button"
              onClick={() => {
                controls.seekTo(0)
                setResumed(null)
                frame.current?.focus({ preventScroll: true })
              }}
            >
              从头播放
            </button>
          </p>
        )}
        <PlayerBar
          state={state}
          controls={controls}
          sound={sound}
          quality={quality}
          sources={sources}
          previews={usePreviews(previews)}
          subtitles={subtitles}
          isFullScreen={isFullScreen}
          onFullScreen={toggleFullScreen}
          onFloat={() => video.current && void togglePictureInPicture(video.current)}
          onHelp={() => setHelping(true)}
          onUse={wake}
          onChoosing={setChoosing}
        />
      </section>
      <PlayerHelp open={helping} onClose={() => setHelping(false)} />
    </>
  )
}

/** A value that resets itself after a while. */
function usePassing<Value>(milliseconds: number): [value: Value | null, show: (value: Value | null) => void] {
  const [value, setValue] = useState<Value | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = useCallback(
    (next: Value | null) => {
      setValue(next)
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setValue(null), milliseconds)
    },
    [milliseconds],
  )
  return [value, show]
}
