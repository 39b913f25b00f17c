import { type RefObject, useMemo } from 'react'
import { savePlayerSettings } from './player-settings.ts'

/** What can be done to a film. */
export interface Controls {
  toggle: () => void
  /** Goes to a second of the film. */
  seekTo: (seconds: number) => void
  /** Goes forward, or back, by seconds. */
  seekBy: (seconds: number) => void
  /** Sets the volume from 0 to 1, and the sound on. */
  setVolume: (volume: number) => void
  toggleSound: () => void
  setRate: (rate: number) => void
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)

/** The ways to work a video; volume and speed are kept for the next film. */
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

/** Sets a speed that lasts when the stream is attached anew. */
export function applyRate(video: HTMLVideoElement, rate: number): void {
  video.defaultPlaybackRate = rate
  video.playbackRate = rate
}

/** Plays; a browser that wants a press first leaves the film paused, with its button in sight. */
export function start(video: HTMLVideoElement): void {
  // Old browsers answer nothing.
  void Promise.resolve(video.play()).catch(() => undefined)
}
