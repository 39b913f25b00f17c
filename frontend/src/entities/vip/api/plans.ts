import { queryOptions } from '@tanstack/react-query'
import { apiGet, applicationId } from '@/shared/api/client.ts'
import type { ListAnswer, VipPlan } from '@/shared/api/types.ts'
import { ON } from '@/shared/config/constants.ts'

/** Plans on sale: those that count for the buyer, or activation codes: `GET /v2/app/vip/list`. */
export function plansOptions(kind: VipPlan['kind']) {
  return queryOptions({
    queryKey: ['plans', kind],
    queryFn: async ({ signal }) =>
      apiGet<ListAnswer<VipPlan>>(
        '/v2/app/vip/list',
        { status: ON, appId: await applicationId(), kind },
        { signal, silent: true },
      ),
    select: (answer) => answer.rows,
  })
}
