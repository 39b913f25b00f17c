import { type RefObject, useCallback, useEffect, useState } from 'react'

/** No subtitles. */
export const NO_SUBTITLES = -1

/** Languages of a stream to choose from, by their place. */
export interface Tracks {
  names: readonly string[]
  current: number
  choose: (index: number) => void
}

/** The subtitles of a video. The engine lists those of a stream in the video itself, as browsers do that play it alone. */
export function useSubtitles(video: RefObject<HTMLVideoElement | null>): Tracks {
  const [state, setState] = useState<Pick<Tracks, 'names' | 'current'>>({ names: [], current: NO_SUBTITLES })
  useEffect(() => {
    const tracks = video.current?.textTracks
    if (!tracks?.addEventListener) return
    const read = () => {
      const found = subtitlesOf(tracks)
      const names = found.map((track, index) => track.label || languageName(track.language) || `字幕 ${index + 1}`)
      setState({ names, current: found.findIndex(({ mode }) => mode === 'showing') })
    }
    const changes = ['addtrack', 'removetrack', 'change'] as const
    for (const change of changes) tracks.addEventListener(change, read)
    read()
    return () => {
      for (const change of changes) tracks.removeEventListener(change, read)
    }
  }, [video])
  const choose = useCallback(
    (index: number) => {
      const tracks = video.current?.textTracks
      if (!tracks) return
      for (const [place, track] of subtitlesOf(tracks).entries()) track.mode = place === index ? 'showing' : 'disabled'
    },
    [video],
  )
  return { ...state, choose }
}

function subtitlesOf(tracks: TextTrackList): TextTrack[] {
  return Array.from(tracks).filter(({ kind }) => kind === 'subtitles' || kind === 'captions')
}

/** A language's name in Chinese; empty for an unknown one. */
export function languageName(code: string | undefined): string {
  if (!code || code === 'und') return ''
  try {
    return new Intl.DisplayNames('zh-CN', { type: 'language', fallback: 'none' }).of(code) ?? ''
  } catch {
    return ''
  }
}
