import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { latestPath, RELATION_CHANNELS, type RelationKind, relationPath } from '@/shared/config/paths.ts'
import { Breadcrumbs } from '@/shared/ui/breadcrumbs.tsx'

interface BrowseWayProps {
  kind: RelationKind
  /** Channel of the list, or of the current entry as far as it is known. */
  channel: ChannelName | undefined
  /** Name of the list. */
  title: string
  /** Name of the current entry, if any. */
  current: string | undefined
}

/** Home, channel, the channel's list if it has one, and the current entry. */
export function BrowseWay({ kind, channel, title, current }: BrowseWayProps) {
  const above = channel ? [{ label: CHANNELS[channel].label, to: latestPath(channel) }] : []
  if (current && channel && RELATION_CHANNELS[kind].includes(channel)) {
    above.push({ label: title, to: relationPath(kind, channel) })
  }
  return <Breadcrumbs above={above} current={current ?? title} />
}
