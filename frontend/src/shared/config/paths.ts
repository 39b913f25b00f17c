import { type ChannelName, channelOf } from './channels.ts'

/** A kind of list by relation; also the API's `tableName`. */
export type RelationKind = 'tag' | 'series' | 'maker' | 'label' | 'director' | 'item' | 'performer'

/** Path segment that stands for "nothing selected" in list paths such as `/tags/index`. */
export const NOTHING_SELECTED = 'index'

/** Ids that the API accepts: positive 64-bit numbers. */
const ID = /^([1-9][0-9]{0,17}|[1-8][0-9]{18})$/

/** Whether a text is the id of something. */
export function isId(text: string): boolean {
  return ID.test(text)
}

/** The entry in a list's path: its id, `undefined` for none, `null` if it is malformed. */
export function selectedIn(id: string = NOTHING_SELECTED): string | null | undefined {
  if (id === NOTHING_SELECTED) return undefined
  return isId(id) ? id : null
}

const SEGMENT: Record<RelationKind, string> = {
  tag: 'tags',
  series: 'series',
  maker: 'maker',
  label: 'label',
  director: 'director',
  item: 'item',
  performer: 'performer',
}

/** Channels that have a page for a relation (R1.12 to R1.15). */
export const RELATION_CHANNELS: Record<RelationKind, readonly ChannelName[]> = {
  tag: ['censored', 'uncensored', 'western'],
  maker: ['censored', 'uncensored', 'western'],
  performer: ['censored', 'uncensored'],
  series: ['censored'],
  label: ['censored'],
  director: ['censored'],
  item: ['censored'],
}

/** Path or route pattern of works by relation; `id` may be a pattern such as `:id`. */
export function relationPath(kind: RelationKind, channel: ChannelName, id: string = NOTHING_SELECTED): string {
  const middle = channel === 'censored' ? '' : `/${channel}`
  return `/${SEGMENT[kind]}${middle}/${id}`
}

/** List path linked from a work: in its own channel if the relation has it, else uncensored, else censored (R3.6). */
export function detailRelationPath(kind: RelationKind, channel: ChannelName, id: string): string {
  const own = RELATION_CHANNELS[kind]
  if (own.includes(channel)) return relationPath(kind, channel, id)
  return relationPath(kind, own.includes('uncensored') ? 'uncensored' : 'censored', id)
}

/** Path of a work's detail page in its channel. */
export function workPath(work: { id: string; modId: number }): string {
  return `/${channelOf(work.modId).name}/${work.id}`
}

/** Path of the search results for a keyword. */
export function searchPath(keyword: string): string {
  return `/search/${encodeURIComponent(keyword)}`
}

/** Path of the works that are like one. */
export function similarPath(id: string): string {
  return `/similar/${id}`
}

/** Path of what was added since a time, in seconds. */
export function newPath(since: number): string {
  return `/new?since=${since}`
}

/** Path of a channel's rankings. */
export function rankingPath(channel: ChannelName): string {
  return channel === 'censored' ? '/top' : `/top/${channel}`
}

/** Path of the ranking of all channels. */
export const MONTH_PATH = '/top/month'

/** Path of the member's download requests. */
export const DOWNLOADS_PATH = '/user/downloads'

/** Path of a channel's latest works. */
export function latestPath(channel: ChannelName): string {
  return `/${channel}`
}
