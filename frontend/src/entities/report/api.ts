import { apiPost } from '@/shared/api/http.ts'
import type { ReportReason } from './reasons.ts'

/** What somebody says about a work. */
export interface ReportForm {
  /** Id of the work. */
  dataId: string
  reason: ReportReason
  detail?: string
  contact?: string
  /** What a visitor has read in the captcha, and in which. */
  code?: string
  uuid?: string
}

/** Reports a work; nobody needs an account for it: `POST /v2/report`. */
export async function reportWork(form: ReportForm): Promise<void> {
  await apiPost('/v2/report', { body: form })
}
