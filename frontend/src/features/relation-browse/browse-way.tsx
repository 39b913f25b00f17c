import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { latestPath, type RelationKind, relationPath } from '@/shared/config/paths.ts'
import { Breadcrumbs } from '@/shared/ui/breadcrumbs.tsx'

interface BrowseWayProps {
  kind: RelationKind
  channel: ChannelName
  /** Name of the list. */
  title: string
  /** Name of the current entry, if any. */
  current: string | undefined
}

/** Home, channel, list, and the current entry. */
export function BrowseWay({ kind, channel, title, current }: BrowseWayProps) {
  const home = { label: CHANNELS[channel].label, to: latestPath(channel) }
  const list = { label: title, to: relationPath(kind, channel) }
  return <Breadcrumbs above={current ? [home, list] : [home]} current={current ?? title} />
}
