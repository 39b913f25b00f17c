/** Maximum number of days per change. */
const MAX_DAYS = 3650

/** Validates a number of days; `null` if valid. */
export function daysRule(text: string): string | null {
  const days = Number(text.trim())
  const fits = /^-?\d{1,4}$/.test(text.trim()) && days !== 0 && Math.abs(days) <= MAX_DAYS
  return fits ? null : `请填写 -${MAX_DAYS} 至 ${MAX_DAYS} 的整数，不能为 0`
}
