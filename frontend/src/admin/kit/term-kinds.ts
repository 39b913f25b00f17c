import { CHANNEL_ORDER, CHANNELS, channelOf } from '@/shared/config/channels.ts'

/** Labels of kinds of terms, by API code. */
export const KIND_NAMES = {
  tag: '类别',
  performer: '演员',
  maker: '片商',
  label: '发行商',
  director: '导演',
  series: '系列',
  item: '相同系列',
} as const

/** A kind of term, as in the API. */
export type TermKind = keyof typeof KIND_NAMES

export const KIND_CHOICES = (Object.keys(KIND_NAMES) as TermKind[]).map((value) => ({
  value,
  label: KIND_NAMES[value],
}))

/** Channels by number, as choices. */
export const CHANNEL_CHOICES = CHANNEL_ORDER.map((name) => ({
  value: `${CHANNELS[name].modId}` as const,
  label: CHANNELS[name].label,
}))

/** Label of kind and channel, such as 有码演员. */
export function placeOf({ kind, modId }: { kind: TermKind; modId: number }): string {
  return channelOf(modId).label + KIND_NAMES[kind]
}
