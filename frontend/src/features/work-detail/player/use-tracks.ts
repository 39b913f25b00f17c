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
      for (const track of found) track.oncuechange = () => raise(track)
      const names = trackNames(found, '字幕')
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

/** Third line from below, where the player's bar does not hide it. */
const LINE = -3

/** Moves the words that are shown, unless the film places them itself. */
function raise({ activeCues }: TextTrack) {
  for (const cue of Array.from(activeCues ?? [])) {
    if (cue instanceof VTTCue && cue.line === 'auto') cue.line = LINE
  }
}

function subtitlesOf(tracks: TextTrackList): TextTrack[] {
  return Array.from(tracks).filter(({ kind }) => kind === 'subtitles' || kind === 'captions')
}

/** Names of tracks: their languages in Chinese where that tells them apart, else what the stream calls them, else numbers. */
export function trackNames(tracks: readonly { label: string; language: string }[], kind: string): string[] {
  const languages = tracks.map(({ language }) => languageName(language))
  return tracks.map(({ label }, index) => {
    const language = languages[index] ?? ''
    const isAlone = languages.filter((other) => other === language).length === 1
    if (language !== '' && isAlone) return language
    return [language, label].filter(Boolean).join(' · ') || `${kind} ${index + 1}`
  })
}

/** A language's name in Chinese; empty for an unknown one. */
function languageName(code: string): string {
  if (code === '' || code === 'und') return ''
  try {
    return new Intl.DisplayNames('zh-CN', { type: 'language', fallback: 'none' }).of(code) ?? ''
  } catch {
    return ''
  }
}
