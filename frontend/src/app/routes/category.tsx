import { useParams } from 'react-router-dom'
import { WorksList } from '@/entities/work/works-list.tsx'
import { CategorySelector } from '@/features/relation-browse/category-selector.tsx'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { NOTHING_SELECTED } from '@/shared/config/paths.ts'

/** /tags/… : category groups, the current selection, and the works filed under it (spec §2.4). */
export default function CategoryPage({ channel, title }: { channel: ChannelName; title: string }) {
  const { id = NOTHING_SELECTED } = useParams()
  const selected = id === NOTHING_SELECTED ? undefined : id
  return (
    <div className="page">
      <CategorySelector channel={channel} selected={selected} />
      <WorksList
        filter={{ channel, relation: { kind: 'tag', id: selected }, pageSize: PAGE_SIZE.category }}
        heading={<h1>{`${CHANNELS[channel].label}${title}`}</h1>}
      />
    </div>
  )
}
