import type Hls from 'hls.js'

const PLAYLIST = 'application/vnd.apple.mpegurl'

/** Apple devices play HLS best natively; other browsers report too little about errors. */
function hasOwnPlayer(video: HTMLVideoElement): boolean {
  return 'webkitSupportsPresentationMode' in video && video.canPlayType(PLAYLIST) !== ''
}

/**
 * Attaches a stream to a video at `startAt` (seconds); returns a function that detaches it. `onFailure` is called once
 * when playback cannot continue: expired URL, lost connection, broken file.
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

/** Two retries per fragment within seconds. A film has two URLs in turn, so it fails after about fifteen seconds. */
function patience(maxLoadTimeMs: number) {
  const timeoutRetry = { maxNumRetry: 0, retryDelayMs: 0, maxRetryDelayMs: 0 }
  const errorRetry = { maxNumRetry: 2, retryDelayMs: 500, maxRetryDelayMs: 1000 }
  return { default: { maxTimeToFirstByteMs: 7000, maxLoadTimeMs, timeoutRetry, errorRetry } }
}

function engineSettings(startAt: number) {
  return {
    // The content security policy forbids blob workers.
    enableWorker: false,
    startPosition: startAt > 0 ? startAt : -1,
    manifestLoadPolicy: patience(7000),
    playlistLoadPolicy: patience(7000),
    // A slow line may take longer once data arrives.
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
    // One broken fragment deserves a retry with a new decoder.
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
    // A removed video keeps loading until its source is empty.
    video.removeAttribute('src')
    video.load()
  }
}
