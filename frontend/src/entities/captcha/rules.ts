import { codePoints } from '@/shared/lib/format.ts'

/** Most characters looked at of a captcha's answer: its four and spaces around them. */
export const CODE_MAX = 8

const CODE_MIN = 4

/** A captcha's answer: at least 4 symbols; `null` when it may be sent. */
export function codeRule(text: string): string | null {
  return codePoints(text) < CODE_MIN ? '请输入4位验证码' : null
}
