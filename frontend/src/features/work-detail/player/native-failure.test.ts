import { afterEach, describe, expect, it, vi } from 'vitest'
import { whyNativeFailed } from './native-failure.ts'

const LADDER = '#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS="hvc1.1.6.L93.90,mp4a.40.2"\n720p/index.m3u8\n'
const FLAT = '#EXTM3U\n#EXTINF:4,\nseg-0.ts\n'

/** A film of these files, and a video that reports an error and plays these kinds. */
function failed(files: Record<string, string>, code: number, plays = 'probably') {
  vi.stubGlobal('MediaError', { MEDIA_ERR_NETWORK: 2 })
  vi.stubGlobal('location', { href: 'http://localhost/' })
  const asked = vi.fn((url: string) => {
    const name = new URL(url, location.href).pathname.replace('/hls/', '')
    const text = files[name]
    return Promise.resolve(new Response(text ?? '', { status: text === undefined ? 404 : 200 }))
  })
  vi.stubGlobal('fetch', asked)
  const video = { error: { code }, canPlayType: () => plays } as unknown as HTMLVideoElement
  return { why: whyNativeFailed(video, '/hls/index.m3u8'), asked }
}

describe('why the native player failed', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('is the codec, as the ladder names it', async () => {
    const { why, asked } = failed({ 'index.m3u8': LADDER }, 4, '')
    expect(await why).toBe('unsupported')
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('is the codec when the film is there', async () => {
    expect(await failed({ 'index.m3u8': FLAT, 'seg-0.ts': 'x' }, 4).why).toBe('unsupported')
    const files = { 'index.m3u8': LADDER, '720p/index.m3u8': FLAT, '720p/seg-0.ts': 'x' }
    expect(await failed(files, 3).why).toBe('unsupported')
  })

  it('is a broken film when a part of it is not there', async () => {
    expect(await failed({}, 4).why).toBe('broken')
    expect(await failed({ 'index.m3u8': FLAT }, 4).why).toBe('broken')
    expect(await failed({ 'index.m3u8': LADDER }, 4).why).toBe('broken')
    expect(await failed({ 'index.m3u8': '#EXTM3U\n' }, 4).why).toBe('broken')
  })

  it('is the network, as the browser says', async () => {
    const { why, asked } = failed({ 'index.m3u8': FLAT, 'seg-0.ts': 'x' }, 2)
    expect(await why).toBe('broken')
    expect(asked).not.toHaveBeenCalled()
  })
})
