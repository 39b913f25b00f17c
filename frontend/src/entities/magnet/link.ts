import { inlinedConfig } from '@/shared/api/app-config.ts'
import type { Magnet } from '@/shared/api/types.ts'

/** Maximum length of a link's name in bytes of UTF-8, as in the API: programs name a file after it, of at most 255. */
const DISPLAY_NAME_BYTES = 200

/** The beginning of a text, cut between characters. */
function atMost(bytes: number, text: string): string {
  const encoder = new TextEncoder()
  let used = 0
  let kept = ''
  for (const character of text) {
    used += encoder.encode(character).length
    if (used > bytes) break
    kept += character
  }
  return kept.trimEnd()
}

/** The magnet URI of a revealed hash with a display name, and the site's trackers for programs without DHT. */
export function magnetLink({ infoHash, name }: Pick<Magnet, 'infoHash' | 'name'>): string {
  const plain = name.replace(/<\/?em>/g, '').trim()
  const trackers = inlinedConfig()?.magnetTrackers ?? []
  const link = `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(atMost(DISPLAY_NAME_BYTES, plain))}`
  return trackers.reduce((all, tracker) => `${all}&tr=${encodeURIComponent(tracker)}`, link)
}
