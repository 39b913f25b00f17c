import { serverNow } from '@/shared/api/clock.ts'
import type { Video } from '@/shared/api/types.ts'
import { shanghaiTime } from '@/shared/lib/format.ts'
import type { StreamFailure } from './attach-stream.ts'

/** If a film went on for this many seconds, all that helped before may help again. */
const CARRIED = 30

/** The URLs of a film: the first, and another one perhaps. */
export function linesOf({ m3u8Url, fallbackUrl }: Video): readonly string[] {
  return fallbackUrl ? [m3u8Url, fallbackUrl] : [m3u8Url]
}

/** What a line is called. */
export const lineName = (line: number) => `线路 ${line + 1}`

/** What may help when a line fails: a fresh URL of it, or the other line. */
type Remedy = 'fresh' | 'other'

/** A line that failed. */
interface Failed {
  stream: Video
  line: number
  /** Position of the film in seconds. */
  at: number
  why: StreamFailure
}

/** The remedies of failures. Each is tried once, until the film went on for a while. */
export class Remedies {
  #tried = new Set<Remedy>()
  #failedAt: number | null = null

  /** The next one; `null` if nothing may help. */
  next(failed: Failed): Remedy | null {
    if (this.#failedAt !== null && failed.at - this.#failedAt >= CARRIED) this.#tried.clear()
    this.#failedAt = failed.at
    const next = remediesOf(failed).find((remedy) => !this.#tried.has(remedy))
    if (next) this.#tried.add(next)
    return next ?? null
  }

  /** The visitor has chosen a line. */
  forget(): void {
    this.#tried.clear()
  }
}

/** URLs of the site expire; a line that fails before is asked for again only if it is the only one. */
function remediesOf({ stream, line, why }: Failed): readonly Remedy[] {
  const hasOther = linesOf(stream).length > 1
  if (why === 'unsupported') return hasOther ? ['other'] : []
  if (!hasOther) return ['fresh']
  const isExpired = line === 0 && shanghaiTime(stream.expires) <= serverNow()
  return isExpired ? ['fresh', 'other'] : ['other']
}
