import type { SuggestedTerm, Suggestions } from './api.ts'

/** How many hits are shown. */
const HITS_MAX = 3

function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s·・-]/g, '')
}

function namesOf({ name, nameCn, alias }: SuggestedTerm): string[] {
  return [name, nameCn, alias ?? ''].map(plain).filter((one) => one !== '')
}

/** The terms that a keyword names: those of exactly that name, else those whose name begins with it. */
export function hitsOf({ terms }: Suggestions, keyword: string): SuggestedTerm[] {
  const wanted = plain(keyword)
  if (wanted === '') return []
  const exact = terms.filter((term) => namesOf(term).includes(wanted))
  const begun = terms.filter((term) => namesOf(term).some((name) => name.startsWith(wanted)))
  return (exact.length > 0 ? exact : begun).slice(0, HITS_MAX)
}
