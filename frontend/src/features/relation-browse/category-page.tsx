import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'
import { termGroupsOptions } from '@/entities/term/api.ts'
import { termName } from '@/entities/term/term-name.ts'
import { WorksList } from '@/entities/work/works-list.tsx'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { selectedIn } from '@/shared/config/paths.ts'
import { NotFound } from '@/shared/ui/not-found.tsx'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { BrowseWay } from './browse-way.tsx'
import { CategorySelector } from './category-selector.tsx'
import { EntryHeader } from './entry-header.tsx'
import { MissingEntry, useIsMissing } from './missing-entry.tsx'

/** /tags/…: category groups, the current selection, and its works (R2.11). */
export default function CategoryPage(props: { channel: ChannelName; title: string }) {
  const selected = selectedIn(useParams().id)
  return selected === null ? <NotFound /> : <Categories {...props} selected={selected} />
}

interface CategoriesProps {
  channel: ChannelName
  title: string
  selected: string | undefined
}

function Categories({ channel, title, selected }: CategoriesProps) {
  const groups = useQuery(termGroupsOptions(channel))
  const current = groups.data?.flatMap((group) => group.items).find((item) => item.id === selected)
  if (useIsMissing('tag', channel, selected)) return <MissingEntry kind="tag" channel={channel} title={title} />
  const name = current && termName(current)
  const whole = `${CHANNELS[channel].label}${title}`
  return (
    <div className="page">
      {name && <PageTitle title={`${name} - ${whole}`} />}
      <BrowseWay kind="tag" channel={channel} title={title} current={name} />
      <CategorySelector channel={channel} selected={selected} />
      {/* The list loads in parallel, but its position depends on the groups. */}
      <div hidden={groups.isPending}>
        {selected && <EntryHeader key={selected} kind="tag" id={selected} name={name} fallback={whole} />}
        <WorksList
          title={name ?? whole}
          filter={{ channel, relation: { kind: 'tag', id: selected }, pageSize: PAGE_SIZE.category }}
          heading={selected && <h2>影片</h2>}
        />
      </div>
    </div>
  )
}
