import { Navigate, useParams } from 'react-router-dom'
import { termName } from '@/entities/term/term-name.ts'
import { WorksList } from '@/entities/work/works-list.tsx'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { type RelationKind, relationPath, selectedIn } from '@/shared/config/paths.ts'
import { NotFound } from '@/shared/ui/not-found.tsx'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { BrowseWay } from './browse-way.tsx'
import { EntryHeader } from './entry-header.tsx'
import { MissingEntry, useIsMissing } from './missing-entry.tsx'
import { TermFind } from './term-find.tsx'
import { TermSidebar } from './term-sidebar.tsx'
import { useEntryChannel } from './use-entry-channel.ts'
import { useTermFind } from './use-term-find.ts'
import { useTermList } from './use-term-list.ts'
import './relation-browse.css'

interface BrowsePageProps {
  kind: RelationKind
  channel: ChannelName
  title: string
}

/**
 * Series, makers, labels, directors, items and performers: a sidebar of entries and the works of the selected one
 * (R2.12).
 */
export default function BrowsePage(props: BrowsePageProps) {
  const selected = selectedIn(useParams().id)
  return selected === null ? <NotFound /> : <Entries {...props} selected={selected} />
}

function Entries({ kind, channel, title, selected }: BrowsePageProps & { selected: string | undefined }) {
  const { find, query, narrow } = useTermFind()
  const entries = useTermList(kind, channel, selected, find)
  const { current } = entries
  const isMissing = useIsMissing(kind, channel, selected)
  const { isOfAny, ofEntry } = useEntryChannel({ kind, channel, selected, isListed: entries.isListed })
  // A merged entry redirects to its target.
  if (current && current.id !== selected)
    return <Navigate to={relationPath(kind, channel, current.id) + query} replace />
  if (isMissing) return <MissingEntry kind={kind} channel={channel} title={title} />
  const name = current && termName(current)
  const whole = isOfAny ? title : `${CHANNELS[channel].label}${title}`
  const wide = kind === 'performer' && channel === 'uncensored'
  return (
    <div className="page browse">
      <PageTitle title={name ? `${name} - ${title}` : whole} />
      <BrowseWay kind={kind} channel={ofEntry} title={title} current={name} />
      {selected && <EntryHeader key={selected} kind={kind} id={selected} name={name} fallback={whole} />}
      <div className="term-column">
        <TermFind title={title} found={find} letters={entries.letters} onFind={narrow} />
        <TermSidebar
          kind={kind}
          channel={channel}
          title={title}
          selected={selected}
          ofSelected={ofEntry}
          query={query}
          entries={entries}
        />
      </div>
      <WorksList
        title={name ?? whole}
        filter={{
          channel: isOfAny ? undefined : channel,
          relation: { kind, id: selected },
          pageSize: PAGE_SIZE.relation,
        }}
        heading={selected && <h2>影片</h2>}
        besideSidebar
        wide={wide}
      />
    </div>
  )
}
