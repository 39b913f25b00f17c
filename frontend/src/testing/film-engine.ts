import type { HlsConfig, LoadPolicy } from 'hls.js'

/** Stands for the engine, which jsdom cannot run: notes what it is given, and fails on demand. */
export const engine = {
  sources: [] as string[],
  starts: [] as number[],
  destroyed: 0,
  policy: null as LoadPolicy | null,
  fail: (_type: string, _details?: string) => {},
  audioTrack: 0,
  audioTracks: [] as { name: string; lang?: string }[],
  nextLevel: -1,
  levels: [] as { width: number; height: number; bitrate: number }[],
  tell: (_event: string, _data?: object) => {},
  log: (_text: string) => {},
}

/** What `hls.js` exports, for `vi.mock`. */
export default class {
  static Events = {
    ERROR: 'error',
    AUDIO_TRACKS_UPDATED: 'sounds',
    AUDIO_TRACK_SWITCHING: 'sound',
    MANIFEST_LOADED: 'loaded',
    MANIFEST_PARSED: 'parsed',
  }
  static ErrorTypes = { MEDIA_ERROR: 'media', NETWORK_ERROR: 'network' }
  static isSupported = () => true
  #listeners = new Map<string, (event: string, data: object) => void>()
  constructor({ startPosition, fragLoadPolicy, debug }: Partial<HlsConfig>) {
    engine.starts.push(startPosition ?? -1)
    if (typeof debug === 'object') engine.log = debug.log
    engine.policy = fragLoadPolicy ?? null
  }
  on(event: string, listener: (event: string, data: { fatal: boolean; type: string; details: string }) => void) {
    if (event === 'error') engine.fail = (type, details = '') => listener(event, { fatal: true, type, details })
    this.#listeners.set(event, listener as (event: string, data: object) => void)
    engine.tell = (told, data = {}) => this.#listeners.get(told)?.(told, data)
  }
  get levels() {
    return engine.levels
  }
  set nextLevel(index: number) {
    engine.nextLevel = index
  }
  get audioTracks() {
    return engine.audioTracks
  }
  get audioTrack() {
    return engine.audioTrack
  }
  set audioTrack(index: number) {
    engine.audioTrack = index
    engine.tell('sound')
  }
  loadSource(address: string) {
    engine.sources.push(address)
  }
  attachMedia() {}
  recoverMediaError() {}
  destroy() {
    engine.destroyed++
  }
}
