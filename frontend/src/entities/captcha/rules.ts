import { codePoints } from '@/shared/lib/format.ts'

/** Maximum length: four characters and surrounding spaces. */
export const CODE_MAX = 8

const CODE_MIN = 4

/** A captcha answer: at least 4 characters; `null` if valid. */
export function codeRule(text: string): string | null {
  return codePoints(text) < CODE_MIN ? '请输入4位验证码' : null
}
