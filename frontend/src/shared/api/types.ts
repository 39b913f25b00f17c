/** Short names of frequently used schemas from openapi.yaml (`npm run gen:api`); all others are `Schemas['…']`. */

import type { Schemas } from './contract.ts'

/** Fields every answer carries. */
export type Envelope = Pick<Schemas['ErrorBody'], 'code' | 'msg'>

/** An answer that is one page of a list. */
export interface ListAnswer<Row> extends Envelope {
  rows: Row[]
  total: number
}

/** A work, the same in lists and on its detail page (R14.8). */
export type Work = Schemas['Work']

/** A work on a card; one that is like another work says what they share. */
export type ShownWork = Work & Partial<Pick<Schemas['SimilarWork'], 'shared'>>

/** A sidebar entry (R14.9). */
export type TermEntry = Schemas['TermEntry']

/** Everything the detail page shows. */
export type WorkDetail = Schemas['WorkDetail']

/** A magnet entry; the hash is masked while `locked`, and the name may hold `<em>` around matches. */
export type Magnet = Schemas['Magnet']

/** A collection of works (R9.7). */
export type Collection = Schemas['Collection']

/** A plan on sale: days of VIP (`time`), or an activation code (`code`); money is yuan with two places. */
export type Plan = Schemas['Plan']

/** An order: `status` 0 unpaid, 1 paid, 2 abnormal, 3 closed, 4 refunded (R11.4 to R11.7). */
export type Order = Schemas['Order']

/** A question to support, as its owner sees it (R12.3 to R12.5). */
export type Message = Schemas['Message']

/** A question in the queue of support. */
export type AdminMessage = Schemas['AdminMessage']

/** A work in the table of the editors. */
export type AdminWork = Schemas['AdminWork']

/** Everything editors know of a work. */
export type AdminWorkDetail = Schemas['AdminWorkDetail']

/** A term in the table of the editors. */
export type AdminTerm = Schemas['AdminTerm']

/** What a work is played from. */
export type Video = Schemas['Video']

/** A report about a work. */
export type Report = Schemas['Report']

/** Everything that happened to an order. */
export type OrderHistory = Schemas['OrderHistory']

/** A plan with what only operators see. */
export type AdminPlan = Schemas['AdminPlan']

/** Activation codes that were made together. */
export type CodeBatch = Schemas['CodeBatch']

/** What the member wants to have made ready, and what became of it. */
export type OwnDownload = Schemas['DownloadRequest']

/** What a member wants to have made ready. */
export type DownloadRequest = Schemas['AdminDownloadRequest']

/** What an operator changed. */
export type AuditEntry = Schemas['AuditEntry']

/** An import of an uploaded file. */
export type Import = Schemas['Import']
export type Job = Schemas['Job']
export type ImportPreview = Schemas['ImportPreview']
export type PreviewRow = Schemas['PreviewRow']
export type FieldChanges = Schemas['FieldChanges']

/** Everything operators see of a member. */
export type MemberDetail = Schemas['MemberDetail']

/** Everything the dashboard shows. */
export type Dashboard = Schemas['Dashboard']
