/** Why a work is reported, by the API's word, gravest last but one. */
export const REPORT_REASONS = [
  { value: 'copyright', label: '侵犯版权' },
  { value: 'privacy', label: '侵犯隐私或肖像' },
  { value: 'nonconsent', label: '未经当事人同意' },
  { value: 'minor', label: '涉及未成年人' },
  { value: 'wrong', label: '信息有误' },
  { value: 'other', label: '其他' },
] as const

/** A reason's word. */
export type ReportReason = (typeof REPORT_REASONS)[number]['value']

/** What a reason is called; an unknown word is shown as it is. */
export function reasonName(code: string): string {
  return REPORT_REASONS.find(({ value }) => value === code)?.label ?? code
}
