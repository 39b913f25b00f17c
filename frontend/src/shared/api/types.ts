/**
 * The API's answers, as agreed in the wire contract. Every large integer arrives as a string.
 */

/** Fields every answer carries. */
export interface Envelope {
  code: number
  msg: string
}

/** An answer that is one page of a list. */
export interface ListAnswer<Row> extends Envelope {
  rows: Row[]
  total: number
}

/** A work, the same in lists and on its detail page (spec §3). */
export interface Work {
  /** Decimal id of at least 16 digits. */
  id: string
  number: string
  title: string
  /** `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai; in the future for unreleased works. */
  pubTime: string
  /** Relative to the image base, or an https address. */
  picSmall: string
  picBig: string
  modId: 1 | 2 | 3
  /** 0 none, 1 watch online, 2 transcoding. */
  isOnline: 0 | 1 | 2
  /** 1 when there are magnet links. */
  isDht: 0 | 1
  /** Preview clip; empty when there is none. */
  mp4: string
  /** Comma-separated still pictures; empty when there are none. */
  imageSmall: string
  imageBig: string
  /** Minutes; 0 unknown. */
  duration: number
  /** Average rating, 0 when nobody rated. */
  average: number
  /** How many rated. */
  evaluates: number
  /** Dominant colour of the cover, `#rrggbb`. */
  tint: string
}

/** A name works are filed under: category, maker, performer and so on. */
export interface Term {
  id: string
  name: string
  nameCn: string
}

/** A sidebar entry (spec §3). */
export interface TermCount extends Term {
  count: number
  uncensoredCount?: number
  avatar?: string
}

/** One group of a channel's categories. */
export interface TermGroup {
  name: string
  items: TermCount[]
}

/** Everything the detail page shows. */
export interface WorkDetail extends Envelope {
  data: Work
  collect: boolean
  like: boolean
  tags?: Term[]
  maker?: Term[]
  performer?: Term[]
  label?: Term[]
  series?: Term[]
  director?: Term[]
  item?: Term[]
}

/** A magnet entry; the hash is masked while `locked`. */
export interface Magnet {
  id: string
  /** May hold `<em>` around matches. */
  name: string
  infoHash: string
  /** Bytes. */
  length: number
  createTime: string
  locked: boolean
}

/** What the application needs before its first signed request. */
export interface AppConfig {
  appId: string
  kid: string
  /** PEM SubjectPublicKeyInfo. */
  publicKey: string
  /** Milliseconds since the epoch. */
  serverTime: number
  /** Prefix of relative picture paths. */
  imageBase: string
}
