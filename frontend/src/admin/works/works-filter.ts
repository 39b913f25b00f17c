import { CHANNEL_ORDER, CHANNELS } from '@/shared/config/channels.ts'
import { known } from '../kit/table-params.ts'
import type { TableLocation } from '../kit/use-table-params.ts'
import type { Lack } from './lacks.ts'
import { LACK_NAMES, LACKS } from './lacks.ts'
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

/** What works may lack. */
export const LACK_CHOICES: readonly { value: Lack | ''; label: string }[] = [
  { value: '', label: '不限' },
  ...LACKS.map((value) => ({ value, label: LACK_NAMES[value] })),
]
/** Scores that works are below; each lack takes a sixth. */
export const SCORE_CHOICES = [
  { value: '', label: '不限' },
  { value: '100', label: '低于 100%，缺一项以上' },
  { value: '83', label: '低于 83%，缺两项以上' },
  { value: '66', label: '低于 66%，缺三项以上' },
  { value: '50', label: '低于 50%，缺四项以上' },
] as const
/** What the days are about. */
export const TIME_CHOICES = [
  { value: '', label: '添加' },
  { value: 'updateTime', label: '修改' },
] as const

/** Longest length that can be asked for, in minutes. */
export const MINUTES_MAX = 6000
/** Longest name of an operator, in code points. */
export const NAME_MAX = 32

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** A whole number of minutes, or empty. */
function minutes(text: string): number | '' {
  return /^\d{1,4}$/.test(text) && Number(text) <= MINUTES_MAX ? Number(text) : ''
}

function day(text: string): string {
  return DAY.test(text) ? text : ''
}

/** The filters that are asked for in a dialog, as in the API. */
export function moreFilterOf({ value }: TableLocation) {
  const score = known(SCORE_CHOICES, value('scoreBelow'))
  const dated = { from: day(value('from')), to: day(value('to')) }
  return {
    lacks: known(LACK_CHOICES, value('lacks')),
    scoreBelow: score === '' ? ('' as const) : Number(score),
    minDuration: minutes(value('minDuration')),
    maxDuration: minutes(value('maxDuration')),
    editedBy: Array.from(value('editedBy').trim()).slice(0, NAME_MAX).join(''),
    ...dated,
    time: dated.from || dated.to ? known(TIME_CHOICES, value('time')) : ('' as const),
  }
}

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
    ...moreFilterOf(table),
  }
}
