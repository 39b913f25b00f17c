import type Hls from 'hls.js'
import { whyNativeFailed } from './native-failure.ts'
import { AUTOMATIC, qualityNames } from './qualities.ts'
import { type Tracks, trackNames } from './use-tracks.ts'

const PLAYLIST = 'application/vnd.apple.mpegurl'

/** Apple devices play HLS best natively; other browsers report too little about errors. */
function hasOwnPlayer(video: HTMLVideoElement): boolean {
  return 'webkitSupportsPresentationMode' in video && video.canPlayType(PLAYLIST) !== ''
}

/** Why a film cannot go on: an expired URL, a lost connection or a broken file; or a kind of picture or sound unknown here. */
export type StreamFailure = 'broken' | 'unsupported'

/** Who is told about a stream. */
export interface StreamListener {
  /** Called once, when playback cannot continue. */
  onFailure: (why: StreamFailure) => void
  /** Called with the languages of the sound whenever they change. */
  onSound: (tracks: Tracks) => void
  /** Called with the qualities of the picture whenever they change. */
  onQuality: (tracks: Tracks) => void
  /** Called with the address of the seek bar's pictures, if the stream has any. */
  onPreviews: (url: string) => void
}

type Fail = (why: StreamFailure) => void

/** Attaches a stream to a video at `startAt` (seconds); returns a function that detaches it. */
export function attachStream(
  video: HTMLVideoElement,
  url: string,
  startAt: number,
  { onFailure, ...listener }: StreamListener,
): () => void {
  let detach: (() => void) | null = null
  let isOver = false

  function fail(why: StreamFailure) {
    if (isOver) return
    isOver = true
    onFailure(why)
  }

  if (hasOwnPlayer(video)) detach = playNatively(video, url, startAt, fail)
  else {
    void import('hls.js').then(
      ({ default: Engine }) => {
        if (isOver) return
        if (Engine.isSupported())
          detach = playThrough(new Engine(engineSettings(startAt, fail)), Engine, video, url, { fail, ...listener })
        else if (video.canPlayType(PLAYLIST) !== '') detach = playNatively(video, url, startAt, fail)
        else fail('unsupported')
      },
      () => fail('broken'),
    )
  }
  return () => {
    isOver = true
    detach?.()
  }
}

/** Two retries within seconds of what fails. A film has two URLs in turn, so it ends after about fifteen seconds. */
function patience(maxTimeToFirstByteMs: number, maxLoadTimeMs: number, retriesWhenSlow: number) {
  const timeoutRetry = { maxNumRetry: retriesWhenSlow, retryDelayMs: 0, maxRetryDelayMs: 0 }
  const errorRetry = { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 1000 }
  return { default: { maxTimeToFirstByteMs, maxLoadTimeMs, timeoutRetry, errorRetry } }
}

/** What the engine says of sound in a TS that it leaves out, and says nowhere else. */
const LEFT_OUT = /audio found, not supported in this browser/

function engineSettings(startAt: number, fail: Fail) {
  const silent = () => undefined
  const log = (text: unknown) => {
    if (LEFT_OUT.test(String(text))) fail('unsupported')
  }
  return {
    // The content security policy forbids blob workers.
    enableWorker: false,
    debug: { log, trace: silent, debug: silent, info: silent, warn: silent, error: silent },
    // A film that still grows is no broadcast: it begins at its beginning.
    startPosition: startAt,
    manifestLoadPolicy: patience(7000, 7000, 0),
    playlistLoadPolicy: patience(7000, 7000, 0),
    // What is slow is waited for, a minute in all until its first byte; the player says so meanwhile.
    fragLoadPolicy: patience(20_000, 60_000, 2),
  }
}

function playThrough(
  hls: Hls,
  { Events, ErrorTypes }: typeof Hls,
  video: HTMLVideoElement,
  url: string,
  { fail, ...listener }: Omit<StreamListener, 'onFailure'> & { fail: Fail },
): () => void {
  let recovered = false
  hls.on(Events.ERROR, (_, { fatal, type, details, reason }) => {
    // Sound of Dolby Digital Plus in a TS is left out without being fatal.
    if (/^unsupported/i.test(reason ?? '')) return fail('unsupported')
    if (!fatal) return
    // `manifestIncompatibleCodecsError`, `bufferAddCodecError`, `bufferIncompatibleCodecsError`.
    if (/codec/i.test(details)) return fail('unsupported')
    if (type !== ErrorTypes.MEDIA_ERROR || recovered) return fail('broken')
    // One broken fragment deserves a retry with a new decoder.
    recovered = true
    hls.recoverMediaError()
  })
  tellTracks(hls, Events, listener)
  const stopWatching = watchPicture(video, fail)
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => {
    stopWatching()
    hls.destroy()
  }
}

/** A picture of an unknown kind is left out without a word, and the sound goes on. */
function watchPicture(video: HTMLVideoElement, fail: Fail): () => void {
  const look = () => {
    const plays = video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && video.played.length > 0
    if (plays && video.videoWidth === 0 && video.played.end(video.played.length - 1) - video.played.start(0) > 1)
      fail('unsupported')
  }
  video.addEventListener('timeupdate', look)
  return () => video.removeEventListener('timeupdate', look)
}

/** Where streams name the pictures of their seek bar. */
const PREVIEWS = 'com.yingku.thumbnails'

/** Tells the listener what can be chosen in a stream. */
function tellTracks(
  hls: Hls,
  Events: typeof Hls.Events,
  { onSound, onQuality, onPreviews }: Omit<StreamListener, 'onFailure'>,
): void {
  const tellSound = () => {
    const tracks = hls.audioTracks.map(({ name, lang }) => ({ label: name, language: lang ?? '' }))
    const choose = (index: number) => {
      hls.audioTrack = index
    }
    onSound({ names: trackNames(tracks, '音轨'), current: hls.audioTrack, choose })
  }
  hls.on(Events.AUDIO_TRACKS_UPDATED, tellSound)
  // As soon as it is chosen; the sound follows.
  hls.on(Events.AUDIO_TRACK_SWITCHING, tellSound)
  let chosen = AUTOMATIC
  const tellQuality = () => {
    const choose = (index: number) => {
      chosen = index
      // What is loaded of the other quality is dropped, and playback goes on.
      hls.nextLevel = index
      tellQuality()
    }
    onQuality({ names: qualityNames(hls.levels), current: chosen, choose })
  }
  hls.on(Events.MANIFEST_PARSED, tellQuality)
  hls.on(Events.MANIFEST_LOADED, (_, { sessionData, url }) => {
    const address = sessionData?.[PREVIEWS]?.URI
    if (address) onPreviews(new URL(address, new URL(url, location.href)).href)
  })
}

function playNatively(video: HTMLVideoElement, url: string, startAt: number, tell: Fail): () => void {
  const fail = () => void whyNativeFailed(video, url).then(tell)
  const goThere = () => {
    video.currentTime = startAt
  }
  const stopWatching = watchPicture(video, tell)
  video.addEventListener('error', fail)
  video.addEventListener('loadedmetadata', goThere, { once: true })
  video.src = url
  return () => {
    stopWatching()
    video.removeEventListener('error', fail)
    video.removeEventListener('loadedmetadata', goThere)
    // A removed video keeps loading until its source is empty.
    video.removeAttribute('src')
    video.load()
  }
}
