import type { SuggestedTerm, Suggestions } from './api.ts'
import { isNamesake } from './suggested-term.ts'

/** How many hits are shown. */
const HITS_MAX = 3

/** The terms of one name, one in each channel that has it. */
export type Hit = readonly [SuggestedTerm, ...SuggestedTerm[]]

/** What a keyword names: the terms of exactly that name, else those whose name begins with it. */
export function hitsOf({ terms }: Suggestions): Hit[] {
  const named = (match: SuggestedTerm['match']) => terms.filter((term) => term.match === match)
  const exact = named('whole')
  return byName(exact.length > 0 ? exact : named('begin')).slice(0, HITS_MAX)
}

function byName(terms: readonly SuggestedTerm[]): Hit[] {
  const hits: [SuggestedTerm, ...SuggestedTerm[]][] = []
  for (const term of terms) {
    const known = hits.find(([first]) => isNamesake(first, term))
    if (known) known.push(term)
    else hits.push([term])
  }
  return hits
}
