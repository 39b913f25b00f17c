import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { termGroupsOptions } from '@/entities/term/api/term-groups.ts'
import { termName } from '@/entities/term/term-name.ts'
import type { ChannelName } from '@/shared/config/channels.ts'
import { relationPath } from '@/shared/config/paths.ts'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { ErrorView } from '@/shared/ui/states.tsx'
import '@/shared/ui/chip.css'
import './relation-browse.css'

interface CategorySelectorProps {
  channel: ChannelName
  /** Id of the current category; none shows all works. */
  selected: string | undefined
}

/** A channel's categories in groups, and a line that says which one is chosen. */
export function CategorySelector({ channel, selected }: CategorySelectorProps) {
  const groups = useQuery(termGroupsOptions(channel))
  if (groups.isPending) return <Spinner />
  if (groups.isError) return <ErrorView error={groups.error} onRetry={() => void groups.refetch()} />
  const current = groups.data.flatMap((group) => group.items).find((item) => item.id === selected)
  return (
    <div className="category-selector">
      {groups.data.map((group) => (
        <nav key={group.name} className="category-group" aria-label={group.name}>
          <h2>{group.name}</h2>
          <ul>
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
      ))}
      <p className="category-current">
        当前选择：<strong>{current ? termName(current) : (selected ?? '全部')}</strong>
        {selected && <Link to={relationPath('tag', channel)}>清除</Link>}
      </p>
    </div>
  )
}
