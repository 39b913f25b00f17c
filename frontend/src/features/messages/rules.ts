import { MESSAGE_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'

/** A message to support: 1 to 150 characters (R12.1); `null` if valid. */
export function messageRule(text: string): string | null {
  if (codePoints(text) === 0) return '请填写后提交'
  return codePoints(text) > MESSAGE_MAX ? `最多${MESSAGE_MAX}个字` : null
}

/** Cuts a text to the maximum length of a message. */
export function cutToMessage(text: string): string {
  return Array.from(text).slice(0, MESSAGE_MAX).join('')
}
