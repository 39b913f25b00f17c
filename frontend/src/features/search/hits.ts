import type { SuggestedTerm, Suggestions } from './api.ts'
import { isNamesake } from './suggested-term.ts'

/** How many hits are shown. */
const HITS_MAX = 3

/** The terms of one name, one in each channel that has it. */
export type Hit = readonly [SuggestedTerm, ...SuggestedTerm[]]

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s·・-]/g, '')
}

function namesOf({ name, nameCn, alias }: SuggestedTerm): string[] {
  return [name, nameCn, alias ?? ''].map(plain).filter((one) => one !== '')
}

/** What a keyword names: the terms of exactly that name, else those whose name begins with it. */
export function hitsOf({ terms }: Suggestions, keyword: string): Hit[] {
  const wanted = plain(keyword)
  if (wanted === '') return []
  const exact = terms.filter((term) => namesOf(term).includes(wanted))
  const begun = terms.filter((term) => namesOf(term).some((name) => name.startsWith(wanted)))
  return byName(exact.length > 0 ? exact : begun).slice(0, HITS_MAX)
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
