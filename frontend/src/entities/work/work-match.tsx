import type { Work } from '@/shared/api/types.ts'
import { RELATION_LABELS } from '@/shared/config/relations.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { Marked } from '@/shared/ui/marked.tsx'
import { nameLang } from '../term/term-name.ts'
import './work-card.css'

/** A work's number, marked if a search found it by that. */
export function MatchedNumber({ work }: { work: Work }) {
  const whole = { from: 0, to: codePoints(work.number) }
  return <Marked text={work.number} parts={work.match?.number ? [whole] : []} />
}

/** The performer, maker, … by whose name a search found the work. */
export function MatchedTerm({ work }: { work: Work }) {
  const term = work.match?.term
  if (!term) return null
  return (
    <p className="work-card-match">
      {RELATION_LABELS[term.kind]}{' '}
      <span lang={nameLang(term.name)}>
        <Marked text={term.name} parts={term.parts} />
      </span>
    </p>
  )
}
