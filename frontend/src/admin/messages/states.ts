import { AWAITING, CLOSED, NEW_REPLY } from '@/entities/message/status.ts'

/** The filter value of every state. */
export const ALL = 'all'

/** States of a conversation as the queue filters them, the default first. */
export const STATES = [
  { value: `${AWAITING}`, label: '待答复' },
  { value: `${NEW_REPLY}`, label: '已回复' },
  { value: `${CLOSED}`, label: '已关闭' },
  { value: ALL, label: '全部' },
] as const

/** Who handles a conversation, as the queue filters by it, the default first. */
export const ASSIGNED = [
  { value: '', label: '所有人' },
  { value: 'me', label: '我的' },
  { value: 'nobody', label: '无人处理' },
] as const

/** Said once every question is answered. */
export const NOBODY_WAITS = '没有待回复的留言了'

/** Label of a state. */
export function stateName(status: number): string {
  return STATES.find(({ value }) => value === String(status))?.label ?? String(status)
}
