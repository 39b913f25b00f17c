import { ACTIVATION_CODE_MIN } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'

/** An activation code (R10.8); `null` if valid. Surrounding spaces are ignored. */
export function activationRule(text: string): string | null {
  return codePoints(text) < ACTIVATION_CODE_MIN ? '激活码至少8位' : null
}
