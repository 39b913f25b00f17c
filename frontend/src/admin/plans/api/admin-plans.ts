import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { PLANS_KEY } from '@/entities/vip/api/plans.ts'
import { apiGet, apiPost } from '@/shared/api/client.ts'
import type { AdminPlan, ListAnswer, NewPlan, PlanEdit } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'

/** First parts of the keys of every page of plans. */
export const ADMIN_PLANS_KEY = [...ADMIN_KEY, 'plans'] as const

/** Plans, those off sale too: `GET /admin/plans`. */
export function adminPlansOptions(page: number) {
  return queryOptions({
    queryKey: [...ADMIN_PLANS_KEY, { page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<AdminPlan>>(
        '/admin/plans',
        { pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Most plans of a page. */
const MOST_PLANS = 100

/** A plan as it is now; there is no call for a single one. */
export async function loadPlan(id: string): Promise<AdminPlan> {
  const answer = await apiGet<ListAnswer<AdminPlan>>(
    '/admin/plans',
    { pageNum: 1, pageSize: MOST_PLANS },
    { silent: true },
  )
  const plan = answer.rows.find((row) => row.id === id)
  if (!plan) throw new Error('没有找到该套餐')
  return plan
}

/** Makes a plan: `POST /admin/plans/create`. */
export async function createPlan(plan: NewPlan): Promise<void> {
  await apiPost('/admin/plans/create', plan)
}

/** Changes some fields of a plan: `POST /admin/plans/edit`. */
export async function editPlan(edit: PlanEdit): Promise<void> {
  await apiPost('/admin/plans/edit', edit, { silent: true })
}

/** Lets the console's plans and those of the shop in this window come anew. */
export async function refreshPlans(client: QueryClient): Promise<void> {
  await Promise.all([ADMIN_PLANS_KEY, [PLANS_KEY]].map((queryKey) => client.invalidateQueries({ queryKey })))
}
