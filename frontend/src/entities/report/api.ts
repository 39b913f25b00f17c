import { apiPost } from '@/shared/api/http.ts'
import type { ReportReason } from './reasons.ts'

/** The form of a report. */
export interface ReportForm {
  /** Id of the work. */
  dataId: string
  reason: ReportReason
  detail?: string
  contact?: string
  /** The captcha's answer and id. */
  code?: string
  uuid?: string
}

/** Reports a work; needs no account: `POST /v2/report`. */
export async function reportWork(form: ReportForm): Promise<void> {
  await apiPost('/v2/report', { body: form })
}
