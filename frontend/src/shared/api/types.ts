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
export type UserInfo = Schemas['UserInfo']

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

/** What a copy gives, and how much of the day's allowance it leaves (`POST /v2/dht/copy`). */
export interface MagnetCopy {
  id: string
  /** 40 hex digits. */
  infoHash: string
  /** `magnet:?xt=urn:btih:<hash>`. */
  magnet: string
  /** Different hashes copied today, this one with them. */
  used: number
  /** How many a day; `null` for VIP. */
  limit: number | null
  /** How many are left today; `null` for VIP. */
  remaining: number | null
}

/** Where a work's stream is for now (`GET /v2/video/{channel}/{id}`). */
export interface StreamAddress {
  /** Signed address of the playlist, of this site or absolute. */
  m3u8Url: string
  /** Until when it holds, Asia/Shanghai. */
  expires: string
}

/** A plan on sale (spec §3); money is yuan as text with two places. */
export interface VipPlan {
  id: string
  name: string
  remark: string
  currentPrice: string
  origPrice: string
  /** Days it gives. */
  days: number
  /** `time` counts for the buyer at once, `code` is an activation code. */
  kind: 'time' | 'code'
}

/** An order (spec §3). */
export interface Order {
  /** `yyyymmdd` and 16 digits. */
  orderId: string
  payName: string
  createTime: string
  /** 0 unpaid, 1 paid, 2 abnormal, 3 closed, 4 refunded. */
  status: number
  /** Yuan with two places. */
  price: string
  payChannel: 'alipay' | 'weixin'
  paidTime?: string | null
  /** Only on paid orders of activation codes. */
  activationCode?: string | null
  activationUsed?: boolean | null
}

/** What asking for an order's payment gives. */
export interface SubmittedOrder extends Envelope {
  /** Where to pay, or the word `error` (spec §7). */
  data: string
  orderId?: string | null
}

/** What a redeemed code gives. */
export interface Activation {
  groupName: string
  expireTime: string
}
