import type { QueryClient } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { apiGet } from '@/shared/api/http.ts'
import type { AdminMessage, AdminTerm, AdminWork, Report } from '@/shared/api/types.ts'
import { FRESH_MS } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'

/** Query key prefix of everything that the search of the console asks for. */
export const PALETTE_KEY = [...ADMIN_KEY, 'palette'] as const

/** The most rows of a group. */
export const ROWS_MAX = 5

/** Rows of a list that may be longer. */
export interface Found<Row> {
  rows: Row[]
  total: number
}

const head = (keyword: string) => ({ keyword, pageNum: 1, pageSize: ROWS_MAX })

/** Works by number, title, name or id: `GET /admin/works`. */
export function findWorks(keyword: string, signal: AbortSignal): Promise<Found<AdminWork>> {
  return apiGet('/admin/works', { query: head(keyword), signal })
}

/** Terms by a part of a name: `GET /admin/terms`. */
export function findTerms(keyword: string, signal: AbortSignal): Promise<Found<AdminTerm>> {
  return apiGet('/admin/terms', { query: head(keyword), signal })
}

/** Members by the beginning of the name, or the whole address: `GET /admin/members`. */
export function findMembers(keyword: string, signal: AbortSignal): Promise<Found<Schemas['AdminMember']>> {
  return apiGet('/admin/members', { query: head(keyword), signal })
}

/** Orders by whole order number, trade number or user name: `GET /admin/orders`. */
export function findOrders(keyword: string, signal: AbortSignal): Promise<Found<Schemas['AdminOrder']>> {
  return apiGet('/admin/orders', { query: head(keyword), signal })
}

/** Conversations by whole user name, id or a part of a question: `GET /admin/messages`. */
export function findMessages(keyword: string, signal: AbortSignal): Promise<Found<AdminMessage>> {
  return apiGet('/admin/messages', { query: head(keyword), signal })
}

/** How many open reports are looked through: the call has no keyword. */
const REPORTS_MAX = 100

/** The open reports, serious ones first, kept for a minute: `GET /admin/reports`. */
export async function openReports(client: QueryClient): Promise<Report[]> {
  const { rows } = await client.fetchQuery({
    queryKey: [...PALETTE_KEY, 'open reports'],
    queryFn: () => apiGet('/admin/reports', { query: { status: 'open', pageNum: 1, pageSize: REPORTS_MAX } }),
    staleTime: FRESH_MS,
  })
  return rows
}

/** All settings, kept for a minute: `GET /admin/settings`. */
export async function allSettings(client: QueryClient): Promise<Schemas['AdminSetting'][]> {
  const { rows } = await client.fetchQuery({
    queryKey: [...PALETTE_KEY, 'settings'],
    queryFn: () => apiGet('/admin/settings'),
    staleTime: FRESH_MS,
  })
  return rows
}
