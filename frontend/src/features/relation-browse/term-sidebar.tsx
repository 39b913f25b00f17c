import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { termsListOptions } from '@/entities/term/api/terms-list.ts'
import { termName } from '@/entities/term/term-name.ts'
import { mediaUrl } from '@/shared/api/app-config.ts'
import type { TermCount } from '@/shared/api/types.ts'
import type { ChannelName } from '@/shared/config/channels.ts'
import { LIST_FRESH_MS } from '@/shared/config/constants.ts'
import { type RelationKind, relationPath } from '@/shared/config/paths.ts'
import { ListFooter } from '@/shared/ui/list-footer.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { ErrorView } from '@/shared/ui/states.tsx'

interface TermSidebarProps {
  kind: RelationKind
  channel: ChannelName
  title: string
  /** Id of the current entry. */
  selected: string | undefined
}

/** The sidebar scrolls to the current entry only when it is further down than this many pixels (spec §2.4). */
const SCROLL_BEYOND_PX = 100

function countText(term: TermCount, kind: RelationKind, channel: ChannelName): string {
  if (kind !== 'performer' || channel !== 'uncensored') return `(${term.count})`
  return term.uncensoredCount ? `(${term.uncensoredCount})` : ''
}

/** The entries of a list by relation with their work counts, loading more on demand. */
export function TermSidebar({ kind, channel, title, selected }: TermSidebarProps) {
  const list = useInfiniteQuery({ ...termsListOptions({ kind, channel }), staleTime: LIST_FRESH_MS })
  const loaded = list.data ?? []
  const isMissing = selected !== undefined && list.isSuccess && !loaded.some((term) => term.id === selected)
  // An entry opened by its address may be on no loaded page: it is fetched alone and pinned on top.
  const pinned = useInfiniteQuery({ ...termsListOptions({ kind, channel, id: selected }), enabled: isMissing })
  const terms = isMissing ? [...(pinned.data ?? []), ...loaded] : loaded
  const column = useScrollToCurrent(
    selected,
    terms.some((term) => term.id === selected),
  )

  // The address of an entry that was merged into another one leads to that one.
  const [meant] = (isMissing && pinned.data) || []
  if (meant && meant.id !== selected) return <Navigate to={relationPath(kind, channel, meant.id)} replace />

  return (
    <aside className="term-sidebar" aria-label={title}>
      <h1>{title}</h1>
      <div className="term-sidebar-scroll" ref={column}>
        {list.isPending && <Spinner />}
        {list.isError && !list.data && <ErrorView error={list.error} onRetry={() => void list.refetch()} />}
        <ul>
          {terms.map((term) => (
            <li key={term.id}>
              <Link
                to={relationPath(kind, channel, term.id)}
                className="term-entry"
                aria-current={term.id === selected ? 'page' : undefined}
              >
                {term.avatar && <img className="term-avatar" src={mediaUrl(term.avatar)} alt="" loading="lazy" />}
                {termName(term)}
                <span className="numeric">{countText(term, kind, channel)}</span>
              </Link>
            </li>
          ))}
        </ul>
        {list.data && (
          <ListFooter
            finished={!list.hasNextPage}
            loading={list.isFetchingNextPage}
            error={list.isFetchNextPageError ? list.error : null}
            onMore={() => void list.fetchNextPage()}
          />
        )}
      </div>
    </aside>
  )
}

/** Brings an entry into view once, when it becomes the current one; further pages and coming back do not move it. */
function useScrollToCurrent(selected: string | undefined, isListed: boolean) {
  const column = useRef<HTMLDivElement>(null)
  const shown = useRef<string>(undefined)
  useEffect(() => {
    if (shown.current === selected || (selected !== undefined && !isListed)) return
    shown.current = selected
    const entry = column.current?.querySelector<HTMLElement>('[aria-current]')
    if (column.current && entry && entry.offsetTop > SCROLL_BEYOND_PX) column.current.scrollTop = entry.offsetTop
  }, [selected, isListed])
  return column
}
