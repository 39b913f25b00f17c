import type { QueryOf } from '@/shared/api/contract.ts'
import { CHANNEL_ORDER, CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { isId, type RelationKind } from '@/shared/config/paths.ts'
import { RELATION_KINDS } from '@/shared/config/relations.ts'
import { withParams } from '@/shared/lib/query.ts'

/** How a visitor may order a list; short names, as in the address. */
export type SortChoice = 'kept' | 'visited' | 'new' | 'score' | 'saves' | 'views' | 'length' | 'match'

/** What a magnet link may offer. */
export type MarkChoice = 'subtitle' | '4k' | 'lossless'

/** A performer, category, … that works must have or must not have. */
export interface TermChoice {
  kind: RelationKind
  id: string
  /** The works must not have it. */
  without: boolean
}

/** How a visitor narrows a list down, besides what the page itself lists. */
export interface FilterChoices {
  sort?: SortChoice
  terms: readonly TermChoice[]
  /** First and last year, month or day of publication. */
  from?: string
  to?: string
  /** Shortest and longest, in minutes. */
  minLength?: number
  maxLength?: number
  /** Least score in tenths. */
  score?: number
  online: boolean
  marks: readonly MarkChoice[]
  /** In lists of several channels: only this one. */
  channel?: ChannelName
  /** In lists without the magnet switch: only works with magnet links. Elsewhere what the address says of the switch. */
  dht?: boolean
}

export const NO_CHOICES: FilterChoices = { terms: [], online: false, marks: [] }

export const MARKS: readonly MarkChoice[] = ['subtitle', '4k', 'lossless']

/** The field of each order in the API; a member's list and the history come in their own order without one. */
const SORT_FIELDS = {
  kept: undefined,
  visited: undefined,
  new: 'pubTime',
  score: 'average',
  saves: 'collects',
  views: 'views',
  length: 'duration',
  match: 'relevance',
} as const

const SORTS = Object.keys(SORT_FIELDS) as SortChoice[]

/** What the API accepts. */
export const WITH_MAX = 12
export const WITHOUT_MAX = 200
const LENGTH_MAX = 6000
const SCORE_MAX = 50

const PERIOD = /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/
const LENGTH = /^(\d{1,4})?-(\d{1,4})?$/
const SCORE = /^[0-5](\.\d)?$/

/** Reads the choices from an address; what is unknown or malformed is passed over. */
export function choicesIn(params: URLSearchParams): FilterChoices {
  const [, shortest, longest] = LENGTH.exec(params.get('length') ?? '') ?? []
  return {
    sort: SORTS.find((sort) => sort === params.get('sort')),
    terms: RELATION_KINDS.flatMap((kind) => termsIn(kind, params.get(kind))),
    from: periodIn(params.get('from')),
    to: periodIn(params.get('to')),
    minLength: upTo(LENGTH_MAX, shortest),
    maxLength: upTo(LENGTH_MAX, longest),
    score: scoreIn(params.get('score')),
    online: params.get('online') === '1',
    marks: MARKS.filter((mark) => params.get('magnet')?.split(',').includes(mark)),
    channel: CHANNEL_ORDER.find((channel) => channel === params.get('channel')),
    dht: { 0: false, 1: true }[params.get('dht') ?? ''],
  }
}

/** Ids separated by commas, those to leave out with a minus. */
function termsIn(kind: RelationKind, text: string | null): TermChoice[] {
  const words = [...new Set(text?.split(','))]
  const choices = words.map((word) => ({ kind, id: word.replace(/^-/, ''), without: word.startsWith('-') }))
  return choices.filter(({ id }, at) => isId(id) && choices.findIndex((other) => other.id === id) === at)
}

function periodIn(text: string | null): string | undefined {
  return text !== null && PERIOD.test(text) ? text : undefined
}

function upTo(most: number, text: string | undefined): number | undefined {
  return text !== undefined && Number(text) <= most ? Number(text) : undefined
}

function scoreIn(text: string | null): number | undefined {
  const score = text !== null && SCORE.test(text) ? Math.round(Number(text) * 10) : 0
  return score > 0 && score <= SCORE_MAX ? score : undefined
}

/** The address with these choices; its other parameters stay. */
export function withChoices(params: URLSearchParams, choices: FilterChoices): URLSearchParams {
  const { sort = '', from = '', to = '', minLength, maxLength, score, channel = '' } = choices
  return withParams(params, {
    sort,
    ...Object.fromEntries(RELATION_KINDS.map((kind) => [kind, termsText(choices.terms, kind)])),
    from,
    to,
    length: minLength === undefined && maxLength === undefined ? '' : `${minLength ?? ''}-${maxLength ?? ''}`,
    score: score === undefined ? '' : String(score / 10),
    online: choices.online ? '1' : '',
    magnet: choices.marks.join(','),
    channel,
    dht: choices.dht === undefined ? '' : String(Number(choices.dht)),
  })
}

function termsText(terms: readonly TermChoice[], kind: RelationKind): string {
  const own = terms.filter((term) => term.kind === kind)
  return own.map(({ id, without }) => (without ? `-${id}` : id)).join(',')
}

/** The choices with what an address says of the magnet switch, where that is no choice of its own. */
export function withSwitch(choices: FilterChoices, named: boolean | undefined): FilterChoices {
  return { ...choices, dht: choices.dht ?? named }
}

/** The choices as a text: the query of an address. */
export function choicesText(choices: FilterChoices): string {
  return withChoices(new URLSearchParams(), choices).toString()
}

/** How many filters are chosen; the order is none. */
export function countChoices(choices: FilterChoices): number {
  const { terms, from, to, minLength, maxLength, score, online, marks, channel, dht } = choices
  const others = [from ?? to, minLength ?? maxLength, score, online || undefined, channel, dht || undefined]
  return terms.length + marks.length + others.filter((choice) => choice !== undefined).length
}

/** The parameters of the choices in calls about lists of works. */
export function choiceParams(choices: FilterChoices): Partial<QueryOf<'/v2/works/detail/list'>> {
  const wanted = choices.terms.flatMap((term) => (term.without ? [] : [term.id])).slice(0, WITH_MAX)
  return {
    ...(choices.sort && { sort: SORT_FIELDS[choices.sort] }),
    ...(choices.channel && { modId: CHANNELS[choices.channel].modId }),
    ...(choices.dht && { isDht: 1 }),
    withTerms: wanted.join(',') || undefined,
    from: choices.from,
    to: choices.to,
    minDuration: choices.minLength,
    maxDuration: choices.maxLength,
    minScore: choices.score,
    isOnline: choices.online ? 1 : undefined,
    marks: choices.marks.join(',') || undefined,
  }
}
