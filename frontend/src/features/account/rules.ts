import { codePoints } from '@/shared/lib/format.ts'

/** Longest user name and password, in code points (R7.1, R7.2). */
export const NAME_MAX = 32
export const PASSWORD_MAX = 32
/** Longest email address (R7.3). */
export const EMAIL_MAX = 120

const NAME_MIN = 6
/** The same as in the API; scripts that resemble Latin are excluded. */
const NAME_FORM = /^[A-Za-z0-9_\-.\u3400-\u4dbf\u4e00-\u9fff\u{20000}-\u{323af}]*$/u
const PASSWORD_MIN = 8
const EMAIL_MIN = 8
const EMAIL_FORM = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/

/** Validation rules R7.1 to R7.3: an error message, or `null` if valid. Lengths are counted after trimming. */

/** A user name: 6 to 32 allowed characters after width folding, as in the API. */
export function nameRule(text: string): string | null {
  const name = text.trim().normalize('NFKC')
  if (codePoints(name) < NAME_MIN) return '用户名至少6位数'
  if (codePoints(name) > NAME_MAX) return '用户名最多32位'
  return NAME_FORM.test(name) ? null : '用户名只能包含中文、英文字母、数字和_-.'
}

/** A password: 8 to 32 characters. */
export function passwordRule(text: string): string | null {
  if (codePoints(text) < PASSWORD_MIN) return '密码至少需要8位数'
  return codePoints(text) > PASSWORD_MAX ? '密码最多32位' : null
}

/** A new password: without spaces at its ends, since the login form trims. */
export function newPasswordRule(text: string): string | null {
  return passwordRule(text) ?? (text.trim() === text ? null : '密码首尾不能有空格')
}

/** A new password that differs from the current one. */
export function anotherPasswordRule(text: string, current: string): string | null {
  return newPasswordRule(text) ?? (text === current.trim() ? '新密码不能与当前密码相同' : null)
}

/** Longest text of a recovery code, with whatever stands between its letters. */
export const RECOVERY_CODE_MAX = 64

/** A recovery code: 20 letters and digits; spaces and hyphens between them make no difference. */
export function recoveryCodeRule(text: string): string | null {
  return /^[a-z2-9]{20}$/i.test(text.replace(/[\s–—－-]/g, '')) ? null : '请填写20位恢复码'
}

/** The repetition of a password. */
export function repeatRule(text: string, password: string): string | null {
  return passwordRule(text) ?? (text === password ? null : '两次密码输出不一致,请重新输入')
}

/** An email address: 8 to 120 characters. */
export function emailRule(text: string): string | null {
  const length = codePoints(text)
  return length < EMAIL_MIN || length > EMAIL_MAX || !EMAIL_FORM.test(text.trim()) ? '安全邮箱' : null
}
