/** Report reasons by API code; the gravest is the last but one. */
export const REPORT_REASONS = [
  { value: 'copyright', label: '侵犯版权' },
  { value: 'privacy', label: '侵犯隐私或肖像' },
  { value: 'nonconsent', label: '未经当事人同意' },
  { value: 'minor', label: '涉及未成年人' },
  { value: 'wrong', label: '信息有误' },
  { value: 'other', label: '其他' },
] as const

export type ReportReason = (typeof REPORT_REASONS)[number]['value']

/** Label of a reason; unknown ones are shown as they are. */
export function reasonName(code: string): string {
  return REPORT_REASONS.find(({ value }) => value === code)?.label ?? code
}
