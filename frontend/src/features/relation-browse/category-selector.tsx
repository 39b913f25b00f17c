import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide'
import { useEffect, useId, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { termGroupsOptions, termsListOptions } from '@/entities/term/api.ts'
import { termName } from '@/entities/term/term-name.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import type { ChannelName } from '@/shared/config/channels.ts'
import { NOTHING_SELECTED, relationPath } from '@/shared/config/paths.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import '@/shared/ui/chip.css'
import './category-selector.css'

interface CategorySelectorProps {
  channel: ChannelName
  /** Id of the current category; none shows all works. */
  selected: string | undefined
}

/** Number of groups shown while collapsed. */
const FIRST_GROUPS = 2

/** Category groups of a channel, collapsed at first, with the current selection below. */
export function CategorySelector({ channel, selected }: CategorySelectorProps) {
  const groups = useQuery(termGroupsOptions(channel))
  const current = groups.data?.flatMap((group) => group.items).find((item) => item.id === selected)
  // A merged category redirects to its target.
  const isMissing = selected !== undefined && groups.isSuccess && !current
  const other = useInfiniteQuery({ ...termsListOptions({ kind: 'tag', channel, id: selected }), enabled: isMissing })
  const [meant] = (isMissing && other.data) || []
  const isMoved = meant !== undefined && meant.id !== selected
  return (
    <QueryView query={groups}>
      {(rows) =>
        isMoved ? (
          <Navigate to={relationPath('tag', channel, meant.id)} replace />
        ) : (
          <Groups groups={rows} channel={channel} selected={selected} current={current} />
        )
      }
    </QueryView>
  )
}

interface GroupsProps extends CategorySelectorProps {
  groups: readonly Schemas['TermGroup'][]
  current: Schemas['TermGroup']['items'][number] | undefined
}

function Groups({ groups, channel, selected, current }: GroupsProps) {
  const listId = useId()
  // Selecting a category collapses the groups again.
  const [openFor, setOpenFor] = useState<string | null>(null)
  const choice = selected ?? NOTHING_SELECTED
  const open = openFor === choice
  const shown = open ? groups : firstGroups(groups, selected)
  const rest = groups.length - firstGroups(groups, selected).length
  return (
    <div className="category-selector">
      <div id={listId}>
        {shown.map((group) => (
          <CategoryGroup key={group.name} channel={channel} group={group} selected={selected} />
        ))}
      </div>
      <div className="category-current">
        <p>
          当前选择：<strong>{current ? termName(current) : (selected ?? '全部')}</strong>
        </p>
        {selected && <Link to={relationPath('tag', channel)}>清除</Link>}
        {rest > 0 && (
          <button
            type="button"
            className="category-more"
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpenFor(open ? null : choice)}
          >
            {open ? '收起' : `展开其余 ${rest} 组`}
            <Icon of={ChevronRight} size={16} />
          </button>
        )}
      </div>
    </div>
  )
}

/** The first groups, and the group of the selected category. */
function firstGroups(
  groups: readonly Schemas['TermGroup'][],
  selected: string | undefined,
): readonly Schemas['TermGroup'][] {
  return groups.filter((group, index) => index < FIRST_GROUPS || group.items.some((item) => item.id === selected))
}

interface CategoryGroupProps {
  channel: ChannelName
  group: Schemas['TermGroup']
  selected: string | undefined
}

/** A group; on a phone it scrolls sideways to the selected category. */
function CategoryGroup({ channel, group, selected }: CategoryGroupProps) {
  const line = useRef<HTMLUListElement>(null)
  const chosen = group.items.some((item) => item.id === selected) ? selected : undefined

  useEffect(() => {
    const chip = chosen && line.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (line.current && chip)
      line.current.scrollLeft = chip.offsetLeft - (line.current.clientWidth - chip.offsetWidth) / 2
  }, [chosen])

  return (
    <nav className="category-group" aria-label={group.name}>
      <h2>{group.name}</h2>
      <ul ref={line}>
        {group.items.map((item) => (
          <li key={item.id}>
            <Link
              to={relationPath('tag', channel, item.id)}
              className="chip"
              aria-current={item.id === selected ? 'page' : undefined}
            >
              {termName(item)}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
