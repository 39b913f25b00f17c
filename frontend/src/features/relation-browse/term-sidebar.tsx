import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { nameLang, termName } from '@/entities/term/term-name.ts'
import { mediaUrl } from '@/shared/api/app-config.ts'
import type { TermEntry } from '@/shared/api/types.ts'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { type RelationKind, relationPath } from '@/shared/config/paths.ts'
import { entryOf, saveColumn, takeColumn } from '@/shared/lib/places.ts'
import { ListFooter } from '@/shared/ui/list-footer.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import type { TermList } from './use-term-list.ts'

interface TermSidebarProps {
  kind: RelationKind
  channel: ChannelName
  title: string
  /** Id of the current entry. */
  selected: string | undefined
  /** Its channel, as far as it is known. */
  ofSelected: ChannelName | undefined
  /** The query of the entries' addresses. */
  query: string
  entries: TermList
}

/** The sidebar scrolls down to the current entry only when it is further down than this many pixels (R2.14). */
const SCROLL_BEYOND_PX = 100

function countText(term: TermEntry, kind: RelationKind, channel: ChannelName): string {
  if (kind !== 'performer' || channel !== 'uncensored') return `(${term.count})`
  return term.uncensoredCount ? `(${term.uncensoredCount})` : ''
}

/** The entries of a relation with their work counts, loaded page by page. */
export function TermSidebar({ kind, channel, title, selected, ofSelected, query, entries }: TermSidebarProps) {
  const { list, terms, restoring } = entries
  const column = useScrollToCurrent(
    selected,
    terms.some((term) => term.id === selected),
    terms.length,
  )

  return (
    <aside className="term-sidebar" aria-label={title}>
      <h2>{title}</h2>
      <div className="term-sidebar-scroll" ref={column}>
        <QueryView query={list}>
          {() => (
            <>
              <ul>
                {terms.map((term) => (
                  <li key={term.id}>
                    <Link
                      to={relationPath(kind, channel, term.id) + query}
                      className="term-entry"
                      aria-current={term.id === selected ? 'page' : undefined}
                    >
                      {term.avatar && <img className="term-avatar" src={mediaUrl(term.avatar)} alt="" loading="lazy" />}
                      <span className="term-name" lang={nameLang(termName(term))}>
                        {termName(term)}
                      </span>
                      {term.id === selected && ofSelected && ofSelected !== channel && (
                        <span className="term-channel">{CHANNELS[ofSelected].label}</span>
                      )}
                      <span className="term-count numeric">{countText(term, kind, channel)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
              {list.data?.length === 0 ? (
                <p className="term-none">没有找到</p>
              ) : (
                <ListFooter list={list} paused={restoring} />
              )}
            </>
          )}
        </QueryView>
      </div>
    </aside>
  )
}

const COLUMN = 'terms'

/**
 * Scrolls the current entry into view once. Loading pages and going back do not scroll; a reload restores the offset.
 */
function useScrollToCurrent(selected: string | undefined, isListed: boolean, count: number) {
  const column = useRef<HTMLDivElement>(null)
  const shown = useRef<string>(undefined)
  const entry = entryOf(useLocation())
  useEffect(() => {
    const scrolls = column.current
    const onScroll = () => scrolls && saveColumn(entry, COLUMN, scrolls.scrollTop)
    scrolls?.addEventListener('scroll', onScroll, { passive: true })
    return () => scrolls?.removeEventListener('scroll', onScroll)
  }, [entry])
  useEffect(() => {
    if (shown.current === selected || (selected !== undefined && !isListed)) return
    shown.current = selected
    const scrolls = column.current
    const line = scrolls?.querySelector<HTMLElement>('[aria-current]')
    if (!scrolls || !line) return
    if (line.offsetTop > SCROLL_BEYOND_PX) scrolls.scrollTop = line.offsetTop
    // The entry before this one may have stood further down.
    else if (line.offsetTop < scrolls.scrollTop) scrolls.scrollTop = 0
  }, [selected, isListed])
  const left = useRef({ entry: '', top: 0 })
  useEffect(() => {
    const scrolls = column.current
    if (!scrolls || count === 0) return
    if (left.current.entry !== entry) left.current = { entry, top: takeColumn(entry, COLUMN) ?? 0 }
    const { top } = left.current
    // Once enough entries are loaded.
    if (top === 0 || scrolls.scrollHeight < top + scrolls.clientHeight) return
    left.current.top = 0
    scrolls.scrollTop = top
  }, [entry, count])
  return column
}
