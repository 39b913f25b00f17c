import { Navigate, useParams } from 'react-router-dom'
import { termName } from '@/entities/term/term-name.ts'
import { WorksList } from '@/entities/work/works-list.tsx'
import { CHANNEL_ORDER, CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { RELATION_CHANNELS, type RelationKind, relationPath, selectedIn } from '@/shared/config/paths.ts'
import { NotFound } from '@/shared/ui/not-found.tsx'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { BrowseWay } from './browse-way.tsx'
import { EntryHeader } from './entry-header.tsx'
import { MissingEntry, useIsMissing } from './missing-entry.tsx'
import { TermFind } from './term-find.tsx'
import { TermSidebar } from './term-sidebar.tsx'
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
  // A merged entry redirects to its target.
  if (current && current.id !== selected)
    return <Navigate to={relationPath(kind, channel, current.id) + query} replace />
  if (isMissing) return <MissingEntry kind={kind} channel={channel} title={title} />
  const whole = `${CHANNELS[channel].label}${title}`
  const wide = kind === 'performer' && channel === 'uncensored'
  // All works of an entry are in one channel. Where the kind has no page for each, that may be another than the page's (R3.6).
  const ofAnyChannel = selected !== undefined && RELATION_CHANNELS[kind].length < CHANNEL_ORDER.length
  return (
    <div className="page browse">
      {current && <PageTitle title={`${termName(current)} - ${title}`} />}
      <BrowseWay kind={kind} channel={channel} title={title} current={current && termName(current)} />
      {selected && (
        <EntryHeader key={selected} kind={kind} id={selected} name={current && termName(current)} fallback={whole} />
      )}
      <div className="term-column">
        <TermFind title={title} found={find} letters={entries.letters} onFind={narrow} />
        <TermSidebar kind={kind} channel={channel} title={title} selected={selected} query={query} entries={entries} />
      </div>
      <WorksList
        filter={{
          channel: ofAnyChannel ? undefined : channel,
          relation: { kind, id: selected },
          pageSize: PAGE_SIZE.relation,
        }}
        heading={selected ? <h2>影片</h2> : <h1>{whole}</h1>}
        layout={wide ? 'steps-wide' : 'steps'}
      />
    </div>
  )
}
