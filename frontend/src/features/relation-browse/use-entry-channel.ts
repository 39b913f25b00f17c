import { useQuery } from '@tanstack/react-query'
import { termDetailOptions } from '@/entities/term/api.ts'
import { CHANNEL_ORDER, type ChannelName, channelOf } from '@/shared/config/channels.ts'
import { RELATION_CHANNELS, type RelationKind } from '@/shared/config/paths.ts'

interface Entry {
  kind: RelationKind
  /** Channel of the page. */
  channel: ChannelName
  selected: string | undefined
  /** Whether the page's own list has it. */
  isListed: boolean
}

/**
 * The channel of a page's entry, and so of all its works. Where the kind has no page for each channel, that may be another
 * than the page's (R3.6), and is not known at once.
 */
export function useEntryChannel({ kind, channel, selected, isListed }: Entry) {
  const isOfAny = selected !== undefined && RELATION_CHANNELS[kind].length < CHANNEL_ORDER.length
  const { data } = useQuery({ ...termDetailOptions(selected ?? ''), enabled: isOfAny })
  const own = data && channelOf(data.modId).name
  return { isOfAny, ofEntry: isOfAny && !isListed ? own : channel }
}
