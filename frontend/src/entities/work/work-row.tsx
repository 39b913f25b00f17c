import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide'
import { useEffect, useRef, useState } from 'react'
import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import type { ShownWork, Work } from '@/shared/api/types.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { type WorksFilter, worksListOptions } from './api.ts'
import type { CardCorner } from './card-corner.ts'
import type { FilmPosition } from './film-positions.ts'
import { type RankedBy, WorkCard, WorkCardSkeleton } from './work-card.tsx'
import './work-row.css'

/** Number of covers to load at once. */
const EAGER = 3
const SKELETONS = [0, 1, 2, 3, 4, 5, 6, 7]

interface WorkRowProps {
  works: readonly ShownWork[]
  label: string
  /** Shows rank and figure on each card. */
  rankedBy?: RankedBy
  /** The rank of a work, where it is not its place in the row. */
  rankOf?: (work: Work) => number
  /** Where the film of a work was left. */
  positionOf?: (work: Work) => FilmPosition | undefined
  /** Rendered in the corner of a card. */
  corner?: CardCorner
  /** Below the first screen: covers load lazily. */
  below?: boolean
}

/** A row of works that scrolls sideways, with arrows for mouse users. */
export function WorkRow({ works, label, rankedBy, rankOf, positionOf, corner, below = false }: WorkRowProps) {
  const List = rankedBy ? 'ol' : 'ul'
  const { row, ends, turn } = useSideways()
  return (
    <div className="work-row-frame">
      <List className="work-row" aria-label={label} ref={row}>
        {works.map((work, index) => (
          <li
            key={work.id}
            data-corner={corner?.place}
            data-noted={rankedBy ? 'figure' : work.shared?.length ? 'shared' : undefined}
          >
            <WorkCard
              work={work}
              eager={!below && index < EAGER}
              rank={rankedBy ? (rankOf?.(work) ?? index + 1) : undefined}
              figure={rankedBy}
              position={positionOf?.(work)}
            />
            {corner?.of(work)}
          </li>
        ))}
      </List>
      {!ends.start && <Arrow label={`${label}：向前`} side="before" onPress={() => turn(-1)} />}
      {!ends.end && <Arrow label={`${label}：向后`} side="after" onPress={() => turn(1)} />}
    </div>
  )
}

function Arrow({ label, side, onPress }: { label: string; side: 'before' | 'after'; onPress: () => void }) {
  return (
    <button type="button" className={`work-row-arrow work-row-${side}`} aria-label={label} onClick={onPress}>
      <Icon of={ChevronRight} size={22} />
    </button>
  )
}

/** Part of the row that stays visible when turning. */
const KEPT_PART = 0.15

/** A horizontal scroller: whether it is at an end, and a function to turn it by one view. */
function useSideways() {
  const row = useRef<HTMLUListElement & HTMLOListElement>(null)
  const [ends, setEnds] = useState({ start: true, end: true })
  useEffect(() => {
    const list = row.current
    if (!list) return
    const look = () => {
      const start = list.scrollLeft <= 1
      const end = list.scrollLeft + list.clientWidth >= list.scrollWidth - 1
      setEnds((known) => (known.start === start && known.end === end ? known : { start, end }))
    }
    // It looks at first after the layout; before, each row of a page would force one.
    const grows = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look)
    if (grows) grows.observe(list)
    else look()
    list.addEventListener('scroll', look, { passive: true })
    return () => {
      grows?.disconnect()
      list.removeEventListener('scroll', look)
    }
  }, [])
  const turn = (views: number) =>
    row.current?.scrollBy({ left: views * row.current.clientWidth * (1 - KEPT_PART), behavior: 'smooth' })
  return { row, ends, turn }
}

/** A list of works with magnet links, or without if the catalogue has none there. */
export function useWorksOrAll(wanted: WorksFilter) {
  const filter = { ...wanted, hidden: useHiddenTerms() }
  const filtered = useInfiniteQuery(worksListOptions(filter))
  const none = filter.onlyMagnet && filtered.data?.works.length === 0
  const all = useInfiniteQuery({ ...worksListOptions({ ...filter, onlyMagnet: false }), enabled: none })
  return none ? all : filtered
}

/** Placeholder of a row. */
export function WorkRowSkeleton({ figured = false }: { figured?: boolean }) {
  return (
    <div className="work-row" role="status" aria-label="加载中">
      {SKELETONS.map((index) => (
        <WorkCardSkeleton key={index} figured={figured} />
      ))}
    </div>
  )
}
