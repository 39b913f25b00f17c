import { workPath } from '@/shared/config/paths.ts'
import { RELATION_KINDS, RELATION_LABELS } from '@/shared/config/relations.ts'
import type { SuggestedTerm, SuggestedWork, Suggestions } from '../api.ts'
import { countText, isNamesake, termPath } from '../suggested-term.ts'

/** What a suggestion leads to: a search for a word, or a page. */
type Goal = { keyword: string } | { to: string }

/** One suggestion. */
export type Option = Goal & { key: string } & (
    | { kind: 'word'; text: string }
    | { kind: 'work'; work: SuggestedWork }
    | { kind: 'term'; term: SuggestedTerm; count: string }
  )

/** Suggestions under one heading. */
export interface OptionGroup {
  key: string
  label: string
  options: Option[]
}

/** A suggestion to search for a word. */
export function wordOption(group: string, keyword: string, text = keyword): Option {
  return { kind: 'word', key: `${group}-${keyword}`, text, keyword }
}

/** Its number of works, with the channel if another one has the same name. */
function countOf(term: SuggestedTerm, terms: readonly SuggestedTerm[]): string {
  return countText(
    term,
    terms.some((other) => other !== term && isNamesake(other, term)),
  )
}

/** The groups shown for suggestions: works, each kind of term, and the search itself. */
export function groupsOf({ works, terms, corrected }: Suggestions, typed: string): OptionGroup[] {
  const workGroup: OptionGroup = {
    key: 'works',
    label: '影片',
    options: works.map((work) => ({ kind: 'work', key: work.id, work, to: workPath(work) })),
  }
  const termGroups = RELATION_KINDS.map(
    (kind): OptionGroup => ({
      key: kind,
      label: RELATION_LABELS[kind],
      options: terms
        .filter((term) => term.kind === kind)
        .map((term) => ({ kind: 'term', key: term.id, term, count: countOf(term, terms), to: termPath(term) })),
    }),
  )
  const words = corrected ? [wordOption('corrected', corrected)] : []
  const search = wordOption('search', typed, `搜索“${typed}”`)
  return [
    { key: 'corrected', label: '你是不是要找', options: words },
    workGroup,
    ...termGroups,
    { key: 'search', label: '全部结果', options: [search] },
  ].filter(({ options }) => options.length > 0)
}
