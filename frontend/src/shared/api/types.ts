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

/** What a copy gives, and how much of the day's allowance it leaves; `null` for VIP. */
export type MagnetCopy = Schemas['CopiedMagnet']

/** Where a work's stream is for now. */
export type StreamAddress = Schemas['Video']

/** A plan on sale: days of VIP (`time`), or an activation code (`code`); money is yuan with two places. */
export type VipPlan = Schemas['Plan']

/** An order (spec §3): `status` 0 unpaid, 1 paid, 2 abnormal, 3 closed, 4 refunded. */
export type Order = Schemas['Order']

/** What ordering gives: where to pay, or the word `error` (spec §7). */
export type SubmittedOrder = Schemas['OrderMade']

/** What a redeemed code gave, and how the API says so. */
export type Activated = Schemas['Activated']

/** A question to support, as its owner sees it (spec §3). */
export type Message = Schemas['Message']

/** One thing said in a conversation (spec §3). */
export type MessageEntry = Schemas['MessageEntry']

/** A question in the queue of support. */
export type QueuedMessage = Schemas['QueuedMessage']

/** A conversation as support sees it, oldest entry first. */
export type AdminConversation = Schemas['ReadMessage']

/** A work in the table of the editors. */
export type AdminWork = Schemas['ListedWork']

/** Everything editors know of a work. */
export type WorkSheet = Schemas['WorkSheet']
/** A field that an operator may set, and release again. */
export type CuratedField = Schemas['CuratedField']

/** Something a work is filed under, as editors write it. */
export type SheetTerm = Schemas['SheetTerm']

/** A magnet link as editors write it. */
export type SheetMagnet = Schemas['SheetMagnet']

/** A change of a work: the fields that become others. */
export type WorkEdit = Schemas['EditForm']

/** A new work: the fields of a line of the import. */
export type NewWork = Schemas['CreateForm']

/** A term in the table of the editors. */
export type AdminTerm = Schemas['DeskTerm']

/** Everything editors know of a term. */
export type TermSheet = Schemas['TermSheet']

/** A new term. */
export type NewTerm = Schemas['CreateTermForm']

/** A change of a term: the fields that become others. */
export type TermEdit = Schemas['EditTermForm']

/** Two terms that are to become one. */
export type TermMerge = Schemas['MergeTermsForm']

/** What somebody reported about a work. */
export type AdminReport = Schemas['Report']

/** An order in the table of the cashiers. */
export type AdminOrder = Schemas['DeskOrder']

/** Everything that happened to an order. */
export type OrderHistory = Schemas['OrderHistory']

/** What the payment provider says about an order, and how that is now. */
export type Rechecked = Schemas['Rechecked']

/** What was taken back with a refund. */
export type Refunded = Schemas['Refunded']

/** A plan with what only operators see. */
export type AdminPlan = Schemas['DeskPlan']

/** A new plan. */
export type NewPlan = Schemas['PlanForm']

/** A change of a plan: the fields that become others. */
export type PlanEdit = Schemas['PlanEditForm']

/** Activation codes that were made together. */
export type CodeBatch = Schemas['CodeBatch']

/** A plan that codes can be made of. */
export type CodePlan = Schemas['CodePlan']

/** Codes that were made, this once. */
export type CodesMade = Schemas['CodesMade']

/** An activation code without the code. */
export type BatchCode = Schemas['BatchCode']

/** What a member wants to have made ready. */
export type DownloadRequest = Schemas['DeskRequest']

/** What an operator changed. */
export type AuditEntry = Schemas['AuditEntry']

/** A picture that was uploaded. */
export type UploadedPicture = Schemas['UploadedPicture']

/** An import of an uploaded file. */
export type AdminImport = Schemas['Import']
/** A page about the site itself. */
export type PageText = Schemas['PageText']

/** A member in the table of those who look after members. */
export type AdminMember = Schemas['ListedMember']

/** Everything operators see of a member. */
export type MemberSheet = Schemas['MemberSheet']

/** A setting as it holds on the server. */
export type AdminSetting = Schemas['ListedSetting']
/** Everything the dashboard shows. */
export type Dashboard = Schemas['Dashboard']

/** What happened on a day. */
export type DayFigures = Schemas['DayFigures']

/** Something that is looked for and not there. */
export type MissedWord = Schemas['MissedWord']
