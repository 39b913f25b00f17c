const UNITS = ['KB', 'MB', 'GB'] as const
const STEP = 1024
const SWITCH_AT = 1000

/** A magnet's size (spec §9): 0KB, then KB, MB and GB below 1000 of each; beyond or broken is 未知. */
export function formatSize(bytes: number): string {
  if (bytes === 0) return '0KB'
  if (!Number.isFinite(bytes) || bytes < 0) return '未知'
  let value = bytes / STEP
  for (const unit of UNITS) {
    if (value < SWITCH_AT) return unit === 'KB' ? `${Math.ceil(value)}KB` : `${value.toFixed(1)}${unit}`
    value /= STEP
  }
  return '未知'
}

/** The date of a `yyyy-MM-dd HH:mm:ss` time. */
export function dateOnly(time: string): string {
  return time.slice(0, 10)
}

/** Milliseconds since the epoch of a `yyyy-MM-dd HH:mm:ss` time in Asia/Shanghai; NaN when broken. */
export function shanghaiTime(time: string): number {
  return Date.parse(`${time.slice(0, 10)}T${time.slice(11) || '00:00:00'}+08:00`)
}

/** Length in code points after trimming, as the API counts it. */
export function codePoints(text: string): number {
  return Array.from(text.trim()).length
}

/** The parts of a comma-separated list, trimmed, without empty ones. */
export function splitList(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
