import { ACTIVATION_CODE_MIN } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'

/** The rule for an activation code (R10.8); `null` when it is fine. Spaces at its ends do not count. */
export function activationRule(text: string): string | null {
  return codePoints(text) < ACTIVATION_CODE_MIN ? '激活码至少8位' : null
}
