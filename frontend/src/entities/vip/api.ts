import { queryOptions } from '@tanstack/react-query'
import { applicationId } from '@/shared/api/client.ts'
import { apiGet } from '@/shared/api/http.ts'
import { ON } from '@/shared/config/constants.ts'

/** Query key prefix of the lists of plans. */
export const PLANS_KEY = 'plans'

/** What a plan gives: days, or an activation code. */
export type PlanKind = 'time' | 'code'

/** Plans on sale: `GET /v2/app/vip/list`. */
export function plansOptions(kind: PlanKind) {
  return queryOptions({
    queryKey: [PLANS_KEY, kind],
    queryFn: async ({ signal }) =>
      apiGet('/v2/app/vip/list', { query: { status: `${ON}`, appId: await applicationId(), kind }, signal }),
    select: (answer) => answer.rows,
  })
}
