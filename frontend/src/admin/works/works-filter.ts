import { CHANNEL_ORDER, CHANNELS } from '@/shared/config/channels.ts'
import { known } from '../kit/table-params.ts'
import type { TableLocation } from '../kit/use-table-params.ts'
import { termIdsOf } from './term-filter.tsx'

const CHANNEL_CHOICES = [
  { value: '', label: '全部频道' },
  ...CHANNEL_ORDER.map((name) => ({ value: `${CHANNELS[name].modId}` as const, label: CHANNELS[name].label })),
] as const
const STATE_CHOICES = [
  { value: '', label: '全部' },
  { value: 'published', label: '显示中' },
  { value: 'draft', label: '草稿' },
  { value: 'scheduled', label: '定时' },
  { value: 'hidden', label: '已隐藏' },
] as const

const COVER_CHOICES = [
  { value: '', label: '全部封面' },
  { value: '0', label: '缺封面' },
] as const
const MAGNET_CHOICES = [
  { value: '', label: '全部磁力' },
  { value: '0', label: '无磁力' },
] as const
const ONLINE_CHOICES = [
  { value: '', label: '在线不限' },
  { value: '0', label: '不在线' },
  { value: '1', label: '可在线' },
  { value: '2', label: '转码中' },
] as const

/** The filters with few values, as the page shows them. */
export const FILTERS = [
  { label: '频道', name: 'modId', choices: CHANNEL_CHOICES },
  { label: '状态', name: 'state', choices: STATE_CHOICES },
  { label: '封面', name: 'covers', choices: COVER_CHOICES },
  { label: '磁力', name: 'isDht', choices: MAGNET_CHOICES },
  { label: '在线', name: 'isOnline', choices: ONLINE_CHOICES },
] as const

/** What of the address filters the works, as in the API. */
export function filterOf(table: TableLocation) {
  return {
    keyword: table.value('keyword'),
    modId: known(CHANNEL_CHOICES, table.value('modId')),
    state: known(STATE_CHOICES, table.value('state')),
    covers: known(COVER_CHOICES, table.value('covers')),
    isDht: known(MAGNET_CHOICES, table.value('isDht')),
    isOnline: known(ONLINE_CHOICES, table.value('isOnline')),
    withTerms: termIdsOf(table).join(','),
  }
}
