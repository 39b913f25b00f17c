import { ChevronRight } from 'lucide'
import { useState } from 'react'
import type { RelationKind } from '@/shared/config/paths.ts'
import { RELATION_LABELS } from '@/shared/config/relations.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import type { Facets, WorksFilter } from '../work/api.ts'
import type { TermChoice } from './choices.ts'
import { TermChoices } from './term-choices.tsx'
import './filter-panel.css'

interface TermSectionProps {
  kind: RelationKind
  /** The list with all choices. */
  list: WorksFilter
  facets: Facets['terms']
  /** The chosen terms of all kinds. */
  chosen: readonly TermChoice[]
  onChange: (chosen: TermChoice[]) => void
}

/** The terms of a kind, behind its name. What was never opened has no rows: all kinds together are hundreds of elements. */
export function TermSection({ kind, list, facets, chosen, onChange }: TermSectionProps) {
  const [wasOpened, setOpened] = useState(false)
  // The term whose works are listed is no choice.
  const offered = facets.filter((term) => term.kind === kind && term.id !== list.relation?.id)
  const mine = chosen.filter((term) => term.kind === kind)
  const opens = kind === 'tag' || mine.length > 0
  if (offered.length === 0 && mine.length === 0) return null
  return (
    <details className="filter-terms" open={opens || undefined} onToggle={() => setOpened(true)}>
      <summary>
        {RELATION_LABELS[kind]}
        {mine.length > 0 && <span className="filter-count numeric">{mine.length}</span>}
        <Icon of={ChevronRight} size={16} />
      </summary>
      {(opens || wasOpened) && (
        <TermChoices kind={kind} list={list} offered={offered} chosen={chosen} onChange={onChange} />
      )}
    </details>
  )
}
