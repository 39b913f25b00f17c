import { Fragment } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import type { ShownWork, Work } from '@/shared/api/types.ts'
import type { RelationKind } from '@/shared/config/paths.ts'
import { RELATION_LABELS } from '@/shared/config/relations.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { Marked } from '@/shared/ui/marked.tsx'
import { nameLang, termName } from '../term/term-name.ts'
import { releaseDay } from './release.ts'
import './work-card.css'

/** A work's number, marked if a search found it by that. */
export function MatchedNumber({ work }: { work: Work }) {
  const whole = { from: 0, to: codePoints(work.number) }
  return <Marked text={work.number} parts={work.match?.number ? [whole] : []} />
}

/** A work's day, marked if a search found it by that. */
export function MatchedDate({ work }: { work: Pick<Work, 'pubTime' | 'pubPrecision' | 'match'> }) {
  const day = releaseDay(work)
  const whole = { from: 0, to: day.length }
  return (
    <time dateTime={day}>
      <Marked text={day} parts={work.match?.date ? [whole] : []} />
    </time>
  )
}

/** The performer, maker, … by whose name a search found the work. */
export function MatchedTerm({ work }: { work: Work }) {
  const term = work.match?.term
  if (!term) return null
  return (
    <p className="work-card-match">
      <MatchedName term={term} />
    </p>
  )
}

/** Kind and name of a term by which a search found a work. */
export function MatchedName({ term }: { term: Schemas['MatchedTerm'] }) {
  return (
    <>
      {RELATION_LABELS[term.kind]}{' '}
      <span lang={nameLang(term.name)}>
        <Marked text={term.name} parts={term.parts} />
      </span>
    </>
  )
}

/** 同系列; some labels say 同 themselves. */
function sharedLabel(kind: RelationKind): string {
  const label = RELATION_LABELS[kind]
  return label.includes('同') ? label : `同${label}`
}

/** Terms that a card names: what says most comes first. */
const SHARED_SHOWN = 2

/** What a work shares with the one that it is like. */
export function SharedTerms({ terms = [] }: { terms?: ShownWork['shared'] }) {
  if (terms.length === 0) return null
  const more = terms.length - SHARED_SHOWN
  return (
    <p className="work-card-match work-card-reasons">
      {/* A line ends between words alone, so there is a space between them. */}
      {terms.slice(0, SHARED_SHOWN).map((term) => (
        <Fragment key={term.id}>
          <span className="work-card-shared">
            {sharedLabel(term.kind)} <span lang={nameLang(termName(term))}>{termName(term)}</span>
          </span>{' '}
        </Fragment>
      ))}
      {more > 0 && `等${terms.length}项`}
    </p>
  )
}
