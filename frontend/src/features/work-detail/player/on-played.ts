/** Calls `count` with the seconds that a video has played, as it goes on; leaps do not count. Returns a function that ends it. */
export function onPlayed(video: HTMLVideoElement, count: (seconds: number) => void): () => void {
  let last: number | null = null
  const leap = () => {
    last = null
  }
  const tick = () => {
    const now = video.currentTime
    if (last !== null && now > last) count(now - last)
    last = video.seeking ? null : now
  }
  video.addEventListener('emptied', leap)
  video.addEventListener('seeking', leap)
  video.addEventListener('timeupdate', tick)
  return () => {
    video.removeEventListener('emptied', leap)
    video.removeEventListener('seeking', leap)
    video.removeEventListener('timeupdate', tick)
  }
}
