import { type RefObject, useEffect, useRef, useState } from 'react'
import { askForStream, needsVip } from '@/entities/work/api.ts'
import type { Work } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { attachStream } from './attach-stream.ts'
import { applyRate, start } from './controls.ts'
import { playerSettings } from './player-settings.ts'

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
  onFailed: () => void
}

/** Plays a work's stream, and requests a new URL once when it breaks off, since signed URLs expire. */
export function useStream({ video, work, url, startAt, onFailed }: StreamTargets): void {
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
      if (fresh === null) lastKnown.current.onFailed()
      else setSource({ url: fresh, startAt: at })
    }

    const detach = attachStream(element, source.url, source.startAt, () => {
      void goOn(element.currentTime || source.startAt)
    })
    start(element)
    return () => {
      isOver = true
      detach()
    }
  }, [video, source])
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
