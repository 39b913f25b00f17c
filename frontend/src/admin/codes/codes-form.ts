import { BATCH_CODES_MAX, BATCH_NAME_MAX, PLAN_DAYS_MAX } from '@/shared/config/constants.ts'
import type { NewCodes } from './api.ts'

const BATCH = /^[0-9A-Za-z_\u4e00-\u9fff-]+$/

function isWhole(text: string, most: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= most
}

/** How many codes are made at once. */
export function countRule(text: string): string | null {
  return isWhole(text.trim(), BATCH_CODES_MAX) ? null : `请填写 1 至 ${BATCH_CODES_MAX} 的整数`
}

/** Days until the codes expire; optional. */
export function validDaysRule(text: string): string | null {
  const days = text.trim()
  return days === '' || isWhole(days, PLAN_DAYS_MAX) ? null : `请填写 1 至 ${PLAN_DAYS_MAX} 的整数`
}

/** Name of the batch; optional. */
export function batchRule(text: string): string | null {
  const name = text.trim()
  if (name === '') return null
  if (Array.from(name).length > BATCH_NAME_MAX) return `最多${BATCH_NAME_MAX}个字`
  return BATCH.test(name) ? null : '只能用中文、字母、数字、_ 或 -'
}

/** The request body of the form. Empty fields are left out. */
export function codesWish(texts: { planId: string; count: string; validDays: string; batch: string }): NewCodes {
  const [validDays, batch] = [texts.validDays.trim(), texts.batch.trim()]
  return {
    planId: texts.planId,
    count: Number(texts.count),
    ...(validDays && { validDays: Number(validDays) }),
    ...(batch && { batch }),
  }
}
