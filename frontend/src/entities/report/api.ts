import type { Schemas } from '@/shared/api/contract.ts'
import { apiPost } from '@/shared/api/http.ts'

/** The form of a report. */
export interface ReportForm {
  /** Id of the work. */
  dataId: string
  reason: Schemas['Reason']
  detail?: string
  contact?: string
  /** The captcha's answer and id. */
  code?: string
  uuid?: string
}

/** Reports a work; needs no account: `POST /v2/report`. What is sent without the visitor's doing fails silently. */
export async function reportWork(form: ReportForm, { silent = false } = {}): Promise<void> {
  await apiPost('/v2/report', { body: form, silent })
}
