import type { Schemas } from '@/shared/api/contract.ts'

export type CodeState = Schemas['BatchCode']['state']

/** Names of the states of a code. */
export const CODE_STATES: Readonly<Record<CodeState, string>> = {
  unused: '未使用',
  used: '已使用',
  revoked: '已作废',
  expired: '已过期',
}

/** Whether nobody has used the code, nor has it been revoked. */
export function isRevocable(state: CodeState): boolean {
  return state === 'unused' || state === 'expired'
}
