import { ChevronRight, Clock, Search } from 'lucide'
import { nameLang, termName } from '@/entities/term/term-name.ts'
import { MatchedDate, MatchedName } from '@/entities/work/work-match.tsx'
import { mediaUrl } from '@/shared/api/app-config.ts'
import { Cover } from '@/shared/ui/cover.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { Marked, type TextPart } from '@/shared/ui/marked.tsx'
import type { SuggestedTerm, SuggestedWork } from '../api.ts'
import { otherName } from '../suggested-term.ts'
import type { Option } from './options.ts'
import { foundPart, typedParts } from './typed-parts.ts'
import './suggestion-panel.css'

interface OptionRowProps {
  id: string
  option: Option
  typed: string
  selected: boolean
  onPick: () => void
}

/** One suggestion. The keyboard stays in the field, which names it with `aria-activedescendant`. */
export function OptionRow({ id, option, typed, selected, onPick }: OptionRowProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
    <div id={id} role="option" aria-selected={selected} className="suggestion-option" onClick={onPick}>
      <Content option={option} typed={typed} />
    </div>
  )
}

function Content({ option, typed }: { option: Option; typed: string }) {
  if (option.kind === 'word') {
    return (
      <>
        <Icon of={option.key.startsWith('recent-') ? Clock : Search} size={16} />
        <span className="suggestion-text">{option.text}</span>
      </>
    )
  }
  if (option.kind === 'term') return <TermContent term={option.term} count={option.count} typed={typed} />
  return <WorkContent work={option.work} typed={typed} />
}

/** What is not seen in number and title stands beside the number: the day or the name that was typed. */
function WorkContent({ work, typed }: { work: SuggestedWork; typed: string }) {
  const inTitle = typedParts(work.title, typed)
  const { date, title, term } = work.match
  return (
    <>
      <span className="suggestion-cover">
        <Cover path={work.picSmall} tint={work.tint} fallback="" />
      </span>
      <span className="suggestion-text">
        <span className="suggestion-number numeric">
          <Marked text={work.number} parts={typedParts(work.number, typed)} />
          {(date || term) && (
            <span className="suggestion-why">
              {date && <MatchedDate work={work} />}
              {term && <MatchedName term={term} />}
            </span>
          )}
        </span>
        <span className="suggestion-title">
          <Marked text={work.title} parts={inTitle.length > 0 ? inTitle : title} />
        </span>
      </span>
    </>
  )
}

function TermContent({ term, count, typed }: { term: SuggestedTerm; count: string; typed: string }) {
  const name = termName(term)
  const other = otherName(term)
  const [inName, inOther] = typedInNames(term, name, other, typed)
  return (
    <>
      {term.avatar && <img className="suggestion-avatar" src={mediaUrl(term.avatar)} alt="" loading="lazy" />}
      <span className="suggestion-text" lang={nameLang(name)}>
        <Marked text={name} parts={inName} />
        {other && (
          <span className="suggestion-other" lang={nameLang(other)}>
            <Marked text={other} parts={inOther} />
          </span>
        )}
      </span>
      <span className="suggestion-count numeric">{count}</span>
      <Icon of={ChevronRight} size={16} />
    </>
  )
}

/** What is marked in the two names of a term. An alias is there because it was found. */
function typedInNames(
  { alias, match }: SuggestedTerm,
  name: string,
  other: string | undefined,
  typed: string,
): [TextPart[], TextPart[]] {
  const literal: [TextPart[], TextPart[]] = [typedParts(name, typed), typedParts(other ?? '', typed)]
  if (literal.flat().length > 0) return literal
  return alias ? [[], foundPart(other ?? '', typed, match)] : [foundPart(name, typed, match), []]
}
