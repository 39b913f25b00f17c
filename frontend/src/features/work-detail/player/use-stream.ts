import { type RefObject, useEffect, useRef, useState } from 'react'
import { askForStream, needsVip } from '@/entities/work/api.ts'
import type { Work } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { attachStream } from './attach-stream.ts'
import { applyRate, start } from './controls.ts'
import { playerSettings } from './player-settings.ts'

/** A fresh address that carried the film so many seconds on may be followed by another one. */
const CARRIED = 30

interface StreamTargets {
  video: RefObject<HTMLVideoElement | null>
  work: Work
  /** The address the film begins with. */
  url: string
  /** Second the film begins at. */
  startAt: number
  /** The film cannot go on. */
  onFailed: () => void
}

/** Plays a work's stream, and asks once for a fresh address when it breaks off, as signed ones do when they run out. */
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

/** Another address of the same film; `null` when there is none, and then it has been said why. */
async function freshUrl(work: Work): Promise<string | null> {
  try {
    return await askForStream(work)
  } catch (error) {
    if (needsVip(error)) toast('开通VIP后可在线观看', { kind: 'warning' })
    return null
  }
}
