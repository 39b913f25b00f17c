/**
 * The API's answers under short names; their shapes come from openapi.yaml through `schema.d.ts`
 * (`npm run gen:api`). Every 64-bit number arrives as a string.
 */

import type { components } from './schema'

type Schemas = components['schemas']

/** Fields every answer carries. */
export type Envelope = Pick<Schemas['ErrorBody'], 'code' | 'msg'>

/** An answer that is one page of a list. */
export interface ListAnswer<Row> extends Envelope {
  rows: Row[]
  total: number
}

/** A work, the same in lists and on its detail page (spec §3). */
export type Work = Schemas['Work']

/** A name works are filed under: category, maker, performer and so on. */
export type Term = Schemas['Term']

/** A sidebar entry (spec §3). */
export type TermCount = Schemas['TermEntry']

/** One group of a channel's categories. */
export type TermGroup = Schemas['TermGroup']

/** One category of a group. */
export type TermChoice = Schemas['TermChoice']

/** Everything the detail page shows. */
export type WorkDetail = Schemas['WorkDetail']

/** A magnet entry; the hash is masked while `locked`, and the name may hold `<em>` around matches. */
export type Magnet = Schemas['Magnet']

/** What the application needs before its first signed request. */
export type AppConfig = Schemas['AppConfig']

/** What a login or a refresh gives. */
export type TokenPair = Schemas['TokenPair']

/** A captcha, or word that none is needed. */
export type Captcha = Schemas['CaptchaAnswer']

/** Who is calling: `user` is `null` for visitors. */
export type UserInfo = Schemas['UserInfo'] & {
  /** Conversations with support that have a reply nobody has read. */
  unread?: number
}

/** A group of users (spec §6). */
export type Level = Schemas['Level']

/** A place where one is logged in. */
export type Session = Schemas['Session']

/** A collection of works (spec §3). */
export type Collection = Schemas['Collection']

/** What becomes of a work after collecting it or not. */
export type CollectState = Schemas['CollectState']

/** What becomes of a work after liking it or not. */
export type LikeState = Schemas['LikeState']

/** A question to support, as its owner sees it (spec §3). */
export interface Message {
  id: string
  message: string
  /** 0 awaiting a reply, 1 new reply, 9 closed. */
  status: number
  createTime: string
  /** When something was said or closed last. */
  updateTime: string
  /** The latest reply has not been opened. */
  unread: boolean
}

/** One thing said in a conversation (spec §3). */
export interface MessageEntry {
  /** 0 the member, 1 support. */
  type: number
  message: string
  createTime: string
}

/** A question in the queue of support. */
export interface QueuedMessage extends Omit<Message, 'unread'> {
  userName: string
  /** How many things were said in all. */
  entries: number
}

/** A conversation as support sees it, oldest entry first. */
export interface DeskConversation extends ListAnswer<MessageEntry> {
  userName: string
  status: number
}

/** A work in the table of the editors. */
export interface DeskWork {
  id: string
  number: string
  title: string
  modId: number
  pubTime: string
  /** 1 when it is off the site. */
  hidden: number
  /** 1 when it is taken down. */
  takenDown: number
  isOnline: number
  isDht: number
  collects: number
  likes: number
  views: number
  updateTime: string
}

/** Something a work is filed under, as editors write it. */
export interface SheetTerm {
  name: string
  nameCn: string
  /** The group a category is listed under, or empty. */
  group: string
}

/** A magnet link as editors write it. */
export interface SheetMagnet {
  name: string
  infoHash: string
  /** Bytes. */
  length: number
  createTime: string
}

/** Everything editors may change of a work. */
export interface WorkSheet {
  number: string
  title: string
  pubTime: string
  duration: number
  average: number
  evaluates: number
  isOnline: number
  picSmall: string
  picBig: string
  imageSmall: string[]
  imageBig: string[]
  mp4: string
  m3u8: string
  tags: SheetTerm[]
  performers: SheetTerm[]
  makers: SheetTerm[]
  labels: SheetTerm[]
  directors: SheetTerm[]
  series: SheetTerm[]
  items: SheetTerm[]
  magnets: SheetMagnet[]
}

/** A change of a work: the fields that become others. */
export type WorkEdit = { id: string } & Partial<WorkSheet>

/** What somebody reported about a work. */
export interface DeskReport {
  id: string
  workId: string
  number: string
  title: string
  reason: string
  detail: string
  contact: string
  /** open or done. */
  status: string
  /** keep or takedown; empty while it is open. */
  decision: string
  note: string
  createTime: string
  /** How many reports there are of this work. */
  reports: number
}

/** What an operator changed. */
export interface AuditEntry {
  id: string
  actor: string
  action: string
  targetKind: string
  targetId: string
  before: unknown
  after: unknown
  reason: string
  createTime: string
}
