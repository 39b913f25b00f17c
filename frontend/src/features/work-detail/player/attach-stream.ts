import type Hls from 'hls.js'

const PLAYLIST = 'application/vnd.apple.mpegurl'

/** Apple's own player is the best there is on its devices; elsewhere the browser's says too little of what goes wrong. */
function hasOwnPlayer(video: HTMLVideoElement): boolean {
  return 'webkitSupportsPresentationMode' in video && video.canPlayType(PLAYLIST) !== ''
}

/**
 * Lets a video play a stream from `startAt` (seconds) on; answers the way to stop. `onFailure` is told once, when it
 * cannot go on: an address that has run out, a connection lost for good, a broken file.
 */
export function attachStream(video: HTMLVideoElement, url: string, startAt: number, onFailure: () => void): () => void {
  let detach: (() => void) | null = null
  let isOver = false

  function fail() {
    if (isOver) return
    isOver = true
    onFailure()
  }

  if (hasOwnPlayer(video)) detach = playNatively(video, url, startAt, fail)
  else {
    void import('hls.js/light').then(({ default: Engine }) => {
      if (isOver) return
      if (Engine.isSupported()) detach = playThrough(new Engine(engineSettings(startAt)), Engine, video, url, fail)
      else if (video.canPlayType(PLAYLIST) !== '') detach = playNatively(video, url, startAt, fail)
      else fail()
    }, fail)
  }
  return () => {
    isOver = true
    detach?.()
  }
}

/**
 * A piece that does not come is asked for twice more within seconds, and not for a minute. The film has two addresses
 * one after the other, so both together are given up after about fifteen seconds.
 */
function patience(maxLoadTimeMs: number) {
  const timeoutRetry = { maxNumRetry: 0, retryDelayMs: 0, maxRetryDelayMs: 0 }
  const errorRetry = { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 1000 }
  return { default: { maxTimeToFirstByteMs: 7000, maxLoadTimeMs, timeoutRetry, errorRetry } }
}

function engineSettings(startAt: number) {
  return {
    // The site's policy allows no worker out of a text.
    enableWorker: false,
    startPosition: startAt > 0 ? startAt : -1,
    manifestLoadPolicy: patience(7000),
    playlistLoadPolicy: patience(7000),
    // A slow line may take its time, once something comes.
    fragLoadPolicy: patience(60_000),
  }
}

function playThrough(
  hls: Hls,
  { Events, ErrorTypes }: typeof Hls,
  video: HTMLVideoElement,
  url: string,
  fail: () => void,
): () => void {
  let recovered = false
  hls.on(Events.ERROR, (_, { fatal, type }) => {
    if (!fatal) return
    if (type !== ErrorTypes.MEDIA_ERROR || recovered) return fail()
    // One broken piece is worth another attempt with a fresh decoder.
    recovered = true
    hls.recoverMediaError()
  })
  hls.loadSource(url)
  hls.attachMedia(video)
  return () => hls.destroy()
}

function playNatively(video: HTMLVideoElement, url: string, startAt: number, fail: () => void): () => void {
  const goThere = () => {
    video.currentTime = startAt
  }
  video.addEventListener('error', fail)
  video.addEventListener('loadedmetadata', goThere, { once: true })
  video.src = url
  return () => {
    video.removeEventListener('error', fail)
    video.removeEventListener('loadedmetadata', goThere)
    // A video taken out of the page goes on loading until it has nothing to load.
    video.removeAttribute('src')
    video.load()
  }
}
