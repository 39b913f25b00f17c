import { REASON_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'

/** Validates the reason of a change; `null` if valid. */
export function reasonRule(text: string): string | null {
  if (text.trim() === '') return '请填写原因'
  return codePoints(text) > REASON_MAX ? `最多${REASON_MAX}个字` : null
}
