import { type RefObject, useEffect, useState } from 'react'

/** Playback state. */
export interface VideoState {
  playing: boolean
  /** Stalled: playing, but without data. */
  waiting: boolean
  ended: boolean
  /** Seconds. */
  time: number
  /** Seconds; 0 while unknown. */
  duration: number
  /** End of the loaded part, in seconds. */
  buffered: number
  volume: number
  muted: boolean
  rate: number
}

const EVENTS = [
  'play',
  'playing',
  'pause',
  'ended',
  'waiting',
  'seeking',
  'seeked',
  'canplay',
  'timeupdate',
  'durationchange',
  'progress',
  'volumechange',
  'ratechange',
  'emptied',
]
const AT_FIRST: VideoState = {
  playing: false,
  waiting: true,
  ended: false,
  time: 0,
  duration: 0,
  buffered: 0,
  volume: 1,
  muted: false,
  rate: 1,
}

/** End of the loaded range that contains `time`; `time` itself if there is none. */
export function bufferedEnd(ranges: TimeRanges, time: number): number {
  for (let index = 0; index < ranges.length; index++) {
    if (ranges.start(index) <= time && time <= ranges.end(index)) return ranges.end(index)
  }
  return time
}

function stateOf(video: HTMLVideoElement): VideoState {
  return {
    playing: !video.paused && !video.ended,
    waiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    ended: video.ended,
    time: video.currentTime,
    duration: Number.isFinite(video.duration) ? video.duration : 0,
    buffered: bufferedEnd(video.buffered, video.currentTime),
    volume: video.volume,
    muted: video.muted,
    rate: video.playbackRate,
  }
}

/** Playback state of a video. */
export function useVideoState(ref: RefObject<HTMLVideoElement | null>): VideoState {
  const [state, setState] = useState(AT_FIRST)
  useEffect(() => {
    const video = ref.current
    if (!video) return
    const update = () => setState(stateOf(video))
    for (const event of EVENTS) video.addEventListener(event, update)
    return () => {
      for (const event of EVENTS) video.removeEventListener(event, update)
    }
  }, [ref])
  return state
}
