import type { StreamFailure } from './attach-stream.ts'

/**
 * Why a browser's own HLS player gave up. It says the same of a lost address and of a codec that it lacks, so this asks for
 * the playlist and the first byte of the film: a film that is there, and is not played, is of an unknown kind.
 */
export async function whyNativeFailed(video: HTMLVideoElement, url: string): Promise<StreamFailure> {
  if (video.error?.code === MediaError.MEDIA_ERR_NETWORK) return 'broken'
  try {
    const main = await textOf(url)
    const kinds = [...main.matchAll(/CODECS="([^"]+)"/g)].map(([, codecs]) => `video/mp4; codecs="${codecs}"`)
    if (kinds.length > 0 && kinds.every((kind) => video.canPlayType(kind) === '')) return 'unsupported'
    const isLadder = main.includes('#EXT-X-STREAM-INF')
    const playlist = isLadder ? firstAddress(main, url) : url
    const fragment = firstAddress(isLadder ? await textOf(playlist) : main, playlist)
    const { ok } = await fetch(fragment, { headers: { Range: 'bytes=0-0' } })
    return ok ? 'unsupported' : 'broken'
  } catch {
    return 'broken'
  }
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`status ${answer.status}`)
  return answer.text()
}

/** The first address in a playlist. */
function firstAddress(playlist: string, url: string): string {
  const lines = playlist.split('\n').map((line) => line.trim())
  const first = lines.find((line) => line !== '' && !line.startsWith('#'))
  if (!first) throw new Error('an empty playlist')
  return new URL(first, new URL(url, location.href)).href
}
