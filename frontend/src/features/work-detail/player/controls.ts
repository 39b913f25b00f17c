import { type RefObject, useMemo } from 'react'
import { savePlayerSettings } from './player-settings.ts'

/** Playback controls. */
export interface Controls {
  toggle: () => void
  /** Seeks to a second. */
  seekTo: (seconds: number) => void
  /** Seeks by seconds. */
  seekBy: (seconds: number) => void
  /** Sets the volume from 0 to 1 and unmutes. */
  setVolume: (volume: number) => void
  toggleSound: () => void
  setRate: (rate: number) => void
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** Controls of a video; volume and speed are saved for the next film. */
export function useControls(ref: RefObject<HTMLVideoElement | null>): Controls {
  return useMemo(() => {
    const withVideo = (act: (video: HTMLVideoElement) => void) => {
      if (ref.current) act(ref.current)
    }
    const seekTo = (seconds: number) =>
      withVideo((video) => {
        if (video.duration > 0) video.currentTime = within(seconds, 0, video.duration)
      })
    return {
      toggle: () => withVideo((video) => (video.paused || video.ended ? start(video) : video.pause())),
      seekTo,
      seekBy: (seconds) => withVideo((video) => seekTo(video.currentTime + seconds)),
      setVolume: (wanted) =>
        withVideo((video) => {
          const volume = Math.round(within(wanted, 0, 1) * 100) / 100
          Object.assign(video, { volume, muted: volume === 0 })
          savePlayerSettings({ volume, muted: video.muted })
        }),
      toggleSound: () =>
        withVideo((video) => {
          video.muted = !video.muted
          savePlayerSettings({ muted: video.muted })
        }),
      setRate: (rate) =>
        withVideo((video) => {
          applyRate(video, rate)
          savePlayerSettings({ rate })
        }),
    }
  }, [ref])
}

/** Sets a speed that survives attaching a new stream. */
export function applyRate(video: HTMLVideoElement, rate: number): void {
  video.defaultPlaybackRate = rate
  video.playbackRate = rate
}

/** Plays; if the browser requires a gesture, the film stays paused. */
export function start(video: HTMLVideoElement): void {
  // Old browsers return no promise.
  void Promise.resolve(video.play()).catch(() => undefined)
}
