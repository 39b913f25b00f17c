const UNITS = ['KB', 'MB', 'GB'] as const
const STEP = 1024
const SWITCH_AT = 1000

/** Size of a magnet: 0KB, then KB, MB and GB below 1000 of each, else 未知 (R5.3). */
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

/** The day in Asia/Shanghai of a time in seconds: `2026-01-02`. */
export function dayOf(seconds: number): string {
  const ahead = 8 * 60 * 60
  return new Date((seconds + ahead) * 1000).toISOString().slice(0, 10)
}

/** Yuan without trailing zeros: `98.00` is 98, `9.90` is 9.9. */
export function formatYuan(price: string): string {
  return price.includes('.') ? price.replace(/\.?0+$/, '') : price
}

/** Seconds as `m:ss`, from an hour on `h:mm:ss`; `0:00` while unknown. */
export function formatSeconds(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const two = (value: number) => String(value).padStart(2, '0')
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** Length in code points after trimming, as the API counts it. */
export function codePoints(text: string): number {
  return Array.from(text.trim()).length
}

/** A waiting time in the largest sensible unit, rounded up: 40秒, 15分钟, 2小时. */
export function formatWait(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)}秒`
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60 ? `${minutes}分钟` : `${Math.ceil(minutes / 60)}小时`
}

/** The parts of a comma-separated list, trimmed and non-empty. */
export function splitList(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
