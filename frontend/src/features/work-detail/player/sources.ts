import { serverNow } from '@/shared/api/clock.ts'
import type { Video } from '@/shared/api/types.ts'
import { shanghaiTime } from '@/shared/lib/format.ts'
import type { StreamFailure } from './attach-stream.ts'

/** If a source has played for this many seconds, all that helped before may help again. */
const CARRIED = 30

/** The URLs of a film's sources: the first, and a second perhaps. */
export function sourcesOf({ m3u8Url, fallbackUrl }: Video): readonly string[] {
  return fallbackUrl ? [m3u8Url, fallbackUrl] : [m3u8Url]
}

/** What visitors call a source. */
export const sourceName = (source: number) => `线路 ${source + 1}`

/** What may help when a source fails: a fresh URL of it, or the other source. */
type Remedy = 'fresh' | 'other'

/** A source that failed. */
interface Failed {
  stream: Video
  source: number
  why: StreamFailure
}

/** The remedies of failures. Each is tried once, until the film has played for a while. */
export class Remedies {
  #tried = new Set<Remedy>()
  /** Seconds that have played since the last failure, wherever in the film. */
  #played = 0

  /** The film has played on for some seconds. */
  count(seconds: number): void {
    this.#played += seconds
  }

  /** The next one; `null` if nothing may help. */
  next(failed: Failed): Remedy | null {
    if (this.#played >= CARRIED) this.#tried.clear()
    this.#played = 0
    const next = remediesOf(failed).find((remedy) => !this.#tried.has(remedy))
    if (next) this.#tried.add(next)
    return next ?? null
  }

  /** The visitor has chosen a source. */
  forget(): void {
    this.#tried.clear()
  }
}

/** URLs of the site expire; a source that fails before is asked for again only if it is the only one. */
function remediesOf({ stream, source, why }: Failed): readonly Remedy[] {
  const hasOther = sourcesOf(stream).length > 1
  if (why === 'unsupported') return hasOther ? ['other'] : []
  if (!hasOther) return ['fresh']
  const isExpired = source === 0 && shanghaiTime(stream.expires) <= serverNow()
  return isExpired ? ['fresh', 'other'] : ['other']
}
