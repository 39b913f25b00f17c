import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { AdminMember, Envelope, ListAnswer, MemberSheet } from '@/shared/api/types.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { ADMIN_KEY } from '../../kit/admin-key.ts'
import type { TableSort } from '../../kit/table-sort.ts'

/** First parts of the keys of the members table and of every member in it. */
export const ADMIN_MEMBERS_KEY = [...ADMIN_KEY, 'members'] as const

/** Which members to list. */
export interface MembersFilter extends TableSort {
  /** The beginning of a name, or a whole e-mail address. */
  keyword: string
  /** A role's word; all without. */
  role: string
  /** 1 for disabled ones, 0 for the others; all without. */
  disabled: string
  /** 1 for VIP, 0 for the others; all without. */
  vip: string
  page: number
}

/** Members, unsorted the newest first: `GET /admin/members`. */
export function membersOptions({ page, ...filter }: MembersFilter) {
  return queryOptions({
    queryKey: [...ADMIN_MEMBERS_KEY, 'list', { ...filter, page }],
    queryFn: ({ signal }) =>
      apiGet<ListAnswer<AdminMember>>(
        '/admin/members',
        { ...filter, pageNum: page, pageSize: PAGE_SIZE.admin },
        { signal, silent: true },
      ),
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}

/** Everything about a member: `GET /admin/members/{id}`. */
export function memberSheetOptions(id: string) {
  return queryOptions({
    queryKey: [...ADMIN_MEMBERS_KEY, 'sheet', id],
    queryFn: async ({ signal }) =>
      (
        await apiGet<Envelope & { data: MemberSheet }>(
          `/admin/members/${encodeURIComponent(id)}`,
          {},
          { signal, silent: true },
        )
      ).data,
    staleTime: 0,
  })
}
