import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { askForStream, needsVip } from '@/entities/work/api.ts'
import type { Video, Work } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { attachStream, type StreamFailure } from './attach-stream.ts'
import { applyRate, start } from './controls.ts'
import { FailureReport } from './failure-report.ts'
import { onPlayed } from './on-played.ts'
import { playerSettings } from './player-settings.ts'
import { Remedies, sourceName, sourcesOf } from './sources.ts'
import type { Tracks } from './use-tracks.ts'

interface StreamTargets {
  video: RefObject<HTMLVideoElement | null>
  work: Work
  stream: Video
  /** Start in seconds. */
  startAt: number
  /** Playback cannot continue. */
  onFailed: (why: StreamFailure) => void
  /** Called with what happened when a source failed and the other one goes on. */
  onSwitched: (text: string) => void
}

const NOTHING: Tracks = { names: [], current: -1, choose: () => undefined }

/** What a stream has besides its picture. */
interface Stream {
  /** The languages of its sound. */
  sound: Tracks
  quality: Tracks
  /** Where it can be played from. */
  sources: Tracks
  /** Address of the seek bar's pictures. */
  previews: string | null
}

/**
 * Plays a work's stream. When it breaks off, the other source goes on from there; without one a new URL is requested once, since
 * signed URLs expire.
 */
export function useStream({ video, work, stream, startAt, onFailed, onSwitched }: StreamTargets): Stream {
  const [sound, setSound] = useState(NOTHING)
  const [quality, setQuality] = useState(NOTHING)
  const [previews, setPreviews] = useState<string | null>(null)
  const [playing, setPlaying] = useState({ stream, source: 0, startAt })
  const [remedies] = useState(() => new Remedies())
  const [report] = useState(() => new FailureReport())
  const lastKnown = useRef({ work, onFailed, onSwitched })
  useEffect(() => {
    lastKnown.current = { work, onFailed, onSwitched }
  })

  /** Goes on with a source, whose sounds and qualities are its own. */
  const goTo = useCallback((source: number, at: number) => {
    setSound(NOTHING)
    setQuality(NOTHING)
    setPreviews(null)
    setPlaying(({ stream }) => ({ stream, source, startAt: at }))
  }, [])

  useEffect(() => {
    const element = video.current
    if (!element) return
    let isOver = false
    const { volume, muted, rate } = playerSettings()
    Object.assign(element, { volume, muted })
    applyRate(element, rate)

    async function goOn(why: StreamFailure, at: number) {
      const { stream, source } = playing
      const remedy = remedies.next({ stream, source, why })
      if (remedy === 'fresh') return goOnWith(await freshStream(lastKnown.current.work), at, why)
      report.send(lastKnown.current.work, source, why)
      if (remedy === null) return lastKnown.current.onFailed(why)
      const other = 1 - source
      lastKnown.current.onSwitched(`${sourceName(source)} 播放失败，已切换到${sourceName(other)}`)
      goTo(other, at)
    }

    function goOnWith(fresh: Video | null, at: number, why: StreamFailure) {
      if (isOver) return
      if (fresh === null) lastKnown.current.onFailed(why)
      else setPlaying({ stream: fresh, source: 0, startAt: at })
    }

    const stopCounting = onPlayed(element, (seconds) => remedies.count(seconds))
    const url = sourcesOf(playing.stream)[playing.source] ?? playing.stream.m3u8Url
    const detach = attachStream(element, url, playing.startAt, {
      onFailure: (why) => void goOn(why, element.currentTime || playing.startAt),
      onSound: setSound,
      onQuality: setQuality,
      onPreviews: setPreviews,
    })
    start(element)
    return () => {
      isOver = true
      stopCounting()
      detach()
    }
  }, [video, playing, remedies, report, goTo])
  const choose = (source: number) => {
    if (source === playing.source) return
    remedies.forget()
    goTo(source, video.current?.currentTime || playing.startAt)
  }
  const names = sourcesOf(playing.stream).map((_, source) => sourceName(source))
  return { sound, quality, previews, sources: { names, current: playing.source, choose } }
}

/** New URLs of the film; `null` after an announced error. */
async function freshStream(work: Work): Promise<Video | null> {
  try {
    return await askForStream(work)
  } catch (error) {
    if (needsVip(error)) toast('开通VIP后可在线观看', { kind: 'warning' })
    return null
  }
}
