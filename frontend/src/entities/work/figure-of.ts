import type { SortChoice } from '../work-filter/choices.ts'
import type { Figure } from './work-card.tsx'

/** What the cards of a list in this order show, unless every card shows it anyway. */
export function figureOf(sort: SortChoice | undefined): Figure | undefined {
  if (sort === 'score') return 'average'
  if (sort === 'saves') return 'collects'
  return sort === 'views' ? 'views' : undefined
}
