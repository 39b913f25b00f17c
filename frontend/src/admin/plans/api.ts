import { queryOptions } from '@tanstack/react-query'
import { PLANS_KEY } from '@/entities/vip/api.ts'
import type { BodyOf } from '@/shared/api/contract.ts'
import { apiGet, apiPost } from '@/shared/api/http.ts'
import type { AdminPlan } from '@/shared/api/types.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { EDIT_CONFLICT } from '../kit/edit-conflict.ts'
import { pageQuery, TABLE_QUERY } from '../kit/table-query.ts'

/** Query key prefix of every page of plans. */
export const ADMIN_PLANS_KEY = [...ADMIN_KEY, 'plans'] as const

/** Plans, those off sale too: `GET /admin/plans`. */
export function adminPlansOptions(page: number) {
  return queryOptions({
    queryKey: [...ADMIN_PLANS_KEY, { page }],
    queryFn: ({ signal }) => apiGet('/admin/plans', { query: pageQuery(page), signal }),
    ...TABLE_QUERY,
  })
}

/** Page size; there are never more plans. */
const MAX_PLANS = 100

/** The current version of a plan; the API has no call for a single one. */
export async function loadPlan(id: string): Promise<AdminPlan> {
  const answer = await apiGet('/admin/plans', { query: { pageNum: 1, pageSize: MAX_PLANS } })
  const plan = answer.rows.find((row) => row.id === id)
  if (!plan) throw new Error('没有找到该套餐')
  return plan
}

/** Makes a plan: `POST /admin/plans/create`. */
export async function createPlan(plan: BodyOf<'/admin/plans/create'>): Promise<void> {
  await apiPost('/admin/plans/create', { body: plan })
}

/** Changes some fields of a plan: `POST /admin/plans/edit`. */
export async function editPlan(edit: BodyOf<'/admin/plans/edit'>): Promise<void> {
  await apiPost('/admin/plans/edit', { body: edit, expected: [EDIT_CONFLICT] })
}

/** Query keys of plans in the console and in this window's shop. */
export const SHOWN_PLANS = [ADMIN_PLANS_KEY, [PLANS_KEY]]
