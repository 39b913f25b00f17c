import { type RefObject, useEffect, useRef, useState } from 'react'
import { askForStream, needsVip } from '@/entities/work/api.ts'
import type { Work } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { attachStream, type StreamFailure } from './attach-stream.ts'
import { applyRate, start } from './controls.ts'
import { playerSettings } from './player-settings.ts'
import type { Tracks } from './use-tracks.ts'

/** If a new URL played this many seconds, another one may be requested. */
const CARRIED = 30

interface StreamTargets {
  video: RefObject<HTMLVideoElement | null>
  work: Work
  /** Initial stream URL. */
  url: string
  /** Start in seconds. */
  startAt: number
  /** Playback cannot continue. */
  onFailed: (why: StreamFailure) => void
}

const NOTHING: Tracks = { names: [], current: -1, choose: () => undefined }

/** What a stream has besides its picture. */
interface Stream {
  /** The languages of its sound. */
  sound: Tracks
  quality: Tracks
  /** Address of the seek bar's pictures. */
  previews: string | null
}

/** Plays a work's stream, and requests a new URL once when it breaks off, since signed URLs expire. */
export function useStream({ video, work, url, startAt, onFailed }: StreamTargets): Stream {
  const [sound, setSound] = useState(NOTHING)
  const [quality, setQuality] = useState(NOTHING)
  const [previews, setPreviews] = useState<string | null>(null)
  const [source, setSource] = useState({ url, startAt })
  const refreshedAt = useRef<number | null>(null)
  const lastKnown = useRef({ work, onFailed })
  useEffect(() => {
    lastKnown.current = { work, onFailed }
  })

  useEffect(() => {
    const element = video.current
    if (!element) return
    let isOver = false
    const { volume, muted, rate } = playerSettings()
    Object.assign(element, { volume, muted })
    applyRate(element, rate)

    async function goOn(at: number) {
      const carried = refreshedAt.current === null || at - refreshedAt.current >= CARRIED
      refreshedAt.current = at
      const fresh = carried ? await freshUrl(lastKnown.current.work) : null
      if (isOver) return
      if (fresh === null) lastKnown.current.onFailed('broken')
      else setSource({ url: fresh, startAt: at })
    }

    const detach = attachStream(element, source.url, source.startAt, {
      onFailure: (why) => {
        if (why === 'unsupported') lastKnown.current.onFailed(why)
        else void goOn(element.currentTime || source.startAt)
      },
      onSound: setSound,
      onQuality: setQuality,
      onPreviews: setPreviews,
    })
    start(element)
    return () => {
      isOver = true
      detach()
    }
  }, [video, source])
  return { sound, quality, previews }
}

/** A new URL of the film; `null` after an announced error. */
async function freshUrl(work: Work): Promise<string | null> {
  try {
    return await askForStream(work)
  } catch (error) {
    if (needsVip(error)) toast('开通VIP后可在线观看', { kind: 'warning' })
    return null
  }
}
