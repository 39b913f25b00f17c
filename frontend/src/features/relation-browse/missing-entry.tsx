import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { termDetailOptions, termsListOptions } from '@/entities/term/api.ts'
import { isNotFound } from '@/shared/api/errors.ts'
import type { ChannelName } from '@/shared/config/channels.ts'
import { type RelationKind, relationPath } from '@/shared/config/paths.ts'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { WaysOn } from '@/shared/ui/ways-on.tsx'

const TEXT = '找不到这个条目'

/** Whether an address leads to no entry: none is there, and none that it was merged into is listed. */
export function useIsMissing(kind: RelationKind, channel: ChannelName, id: string | undefined): boolean {
  const detail = useQuery({ ...termDetailOptions(id ?? ''), enabled: id !== undefined })
  const isUnknown = id !== undefined && !detail.data && isNotFound(detail.error)
  const meant = useInfiniteQuery({ ...termsListOptions({ kind, channel, id }), enabled: isUnknown })
  return isUnknown && meant.data?.length === 0
}

interface MissingEntryProps {
  kind: RelationKind
  channel: ChannelName
  /** Name of the list. */
  title: string
}

/** Instead of a list that would be empty with any filter. */
export function MissingEntry({ kind, channel, title }: MissingEntryProps) {
  return (
    <div className="page">
      <PageTitle title={TEXT} />
      <EmptyView text={TEXT} hint="可能已经下架，或者地址有误。" isHeading>
        <WaysOn>
          <Link to={relationPath(kind, channel)} className="chip">
            全部{title}
          </Link>
        </WaysOn>
      </EmptyView>
    </div>
  )
}
