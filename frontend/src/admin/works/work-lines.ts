import type { Schemas } from '@/shared/api/contract.ts'

/** Lists of a work as editable text: one entry per line, parts separated by bars. */

const BAR = ' | '
const INFO_HASH = /^([0-9a-f]{40}|[a-z2-7]{32})$/i
const BYTES = /^\d{1,15}$/

/** The non-empty lines of a text, trimmed. */
export function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** A term that a work is given. */
export type ChosenTerm = Schemas['WorkTerm'] & {
  /** Somebody has said that it does not exist and is to be made. */
  isNew?: boolean
}

/** The terms of a field, and what is being typed into it. A bar may stand in a name, so the lines are JSON. */
export interface TermLines {
  terms: ChosenTerm[]
  typed: string
}

/** Terms as text: one a line, and what is being typed on the last one. */
export function termLines({ terms, typed }: TermLines): string {
  const lines = terms.map(({ name, nameCn, group, isNew }) =>
    JSON.stringify(isNew ? [name, nameCn, group, 1] : [name, nameCn, group]),
  )
  return (typed === '' ? lines : [...lines, JSON.stringify(typed)]).join('\n')
}

/** Parses the terms of a field. */
export function termsOf(text: string): TermLines {
  const parsed: unknown[] = linesOf(text).map((line) => JSON.parse(line))
  const terms = parsed.filter(Array.isArray).map(([name, nameCn, group, isNew]: string[]): ChosenTerm => {
    const term = { name: name ?? '', nameCn: nameCn ?? '', group: group ?? '' }
    return isNew ? { ...term, isNew: true } : term
  })
  const typed = parsed[parsed.length - 1]
  return { terms, typed: typeof typed === 'string' ? typed : '' }
}

/** A magnet as a line: hash, bytes, time, name. */
export function magnetLine({ infoHash, length, createTime, name }: Schemas['WorkMagnet']): string {
  return [infoHash, length, createTime, name].join(BAR)
}

/** Parses a line to a magnet; `null` if invalid. The name may contain bars. */
export function magnetOf(line: string): Schemas['WorkMagnet'] | null {
  const [infoHash = '', length = '', createTime = '', ...rest] = partsOf(line)
  const name = rest.join(BAR)
  if (!INFO_HASH.test(infoHash) || !BYTES.test(length) || createTime === '' || name === '') return null
  return { infoHash, length: Number(length), createTime, name }
}

function partsOf(line: string): string[] {
  return line.split('|').map((part) => part.trim())
}
