/** Reasons that visitors give by API code; the most serious is the last but two. */
export const REPORT_REASONS = [
  { value: 'copyright', label: '侵犯版权' },
  { value: 'privacy', label: '侵犯隐私或肖像' },
  { value: 'nonconsent', label: '未经当事人同意' },
  { value: 'minor', label: '涉及未成年人' },
  { value: 'wrong', label: '信息有误' },
  { value: 'other', label: '其他' },
] as const

export type ReportReason = (typeof REPORT_REASONS)[number]['value']

/** The reason of the reports that the player sends by itself. */
export const PLAYBACK = 'playback'

/** Label of a reason; unknown ones are shown as they are. */
export function reasonName(code: string): string {
  if (code === PLAYBACK) return '播放失败'
  return REPORT_REASONS.find(({ value }) => value === code)?.label ?? code
}
