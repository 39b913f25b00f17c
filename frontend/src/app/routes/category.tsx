import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { termGroupsOptions } from '@/entities/term/api/term-groups.ts'
import { WorksList } from '@/entities/work/works-list.tsx'
import { CategorySelector } from '@/features/relation-browse/category-selector.tsx'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { NOTHING_SELECTED } from '@/shared/config/paths.ts'

/** /tags/… : category groups, the current selection, and the works filed under it (spec §2.4). */
export default function CategoryPage({ channel, title }: { channel: ChannelName; title: string }) {
  const { id = NOTHING_SELECTED } = useParams()
  const selected = id === NOTHING_SELECTED ? undefined : id
  const groups = useQuery(termGroupsOptions(channel))
  return (
    <div className="page">
      <CategorySelector channel={channel} selected={selected} />
      {/* Loads meanwhile, but how far down it stands is only known once the groups are there. */}
      <div hidden={groups.isPending}>
        <WorksList
          filter={{ channel, relation: { kind: 'tag', id: selected }, pageSize: PAGE_SIZE.category }}
          heading={<h1>{`${CHANNELS[channel].label}${title}`}</h1>}
        />
      </div>
    </div>
  )
}
