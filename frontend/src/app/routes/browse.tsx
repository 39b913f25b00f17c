import { useParams } from 'react-router-dom'
import { WorksList } from '@/entities/work/works-list.tsx'
import { TermSidebar } from '@/features/relation-browse/term-sidebar.tsx'
import type { ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { NOTHING_SELECTED, type RelationKind } from '@/shared/config/paths.ts'
import '@/features/relation-browse/relation-browse.css'

interface BrowsePageProps {
  kind: RelationKind
  channel: ChannelName
  title: string
}

/** Series, makers, labels, directors, items and performers: entries at the left, their works at the right (spec §2.4). */
export default function BrowsePage({ kind, channel, title }: BrowsePageProps) {
  const { id = NOTHING_SELECTED } = useParams()
  const selected = id === NOTHING_SELECTED ? undefined : id
  const wide = kind === 'performer' && channel === 'uncensored'
  return (
    <div className="page browse">
      <TermSidebar kind={kind} channel={channel} title={title} selected={selected} />
      <WorksList
        filter={{ channel, relation: { kind, id: selected }, pageSize: PAGE_SIZE.relation }}
        layout={wide ? 'steps-wide' : 'steps'}
      />
    </div>
  )
}
