import { QueryClient, QueryClientProvider, type QueryKey, type QueryState } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '@/shared/api/errors.ts'
import type { ListAnswer } from '@/shared/api/types.ts'

/** What the cache says about a query. */
export type Known = Partial<QueryState<unknown, Error>>

const UNKNOWN: QueryState<unknown, Error> = {
  data: undefined,
  dataUpdateCount: 0,
  dataUpdatedAt: 0,
  error: null,
  errorUpdateCount: 0,
  errorUpdatedAt: 0,
  fetchFailureCount: 0,
  fetchFailureReason: null,
  fetchMeta: null,
  isInvalidated: false,
  status: 'pending',
  fetchStatus: 'idle',
}

/** Nobody answered. */
export const FAILURE = new ApiError('网络连接失败', { kind: 'offline' })

/** The first page of a list so long, `total` rows in all. */
export function firstPage<Row>(rows: readonly Row[], total: number): Known {
  const page: ListAnswer<Row> = { code: 200, msg: '', rows: [...rows], total }
  return answered({ pages: [page], pageParams: [1] })
}

/** An answer that came. */
export function answered(data: unknown): Known {
  return { status: 'success', data, dataUpdatedAt: Date.now() }
}

const FORWARD = { fetchMore: { direction: 'forward' } } as const

/** The states of a list that comes page by page, by what one sees. */
export function listStates<Row>(rows: readonly Row[]) {
  const more = firstPage(rows, rows.length * 2)
  return {
    等待: {},
    第一页: more,
    下一页在途: { ...more, fetchStatus: 'fetching', fetchMeta: FORWARD },
    下一页失败: { ...more, status: 'error', error: FAILURE, fetchMeta: FORWARD },
    到底: firstPage(rows, rows.length),
    空: firstPage([], 0),
    失败: { status: 'error', error: FAILURE },
  } satisfies Record<string, Known>
}

function clientKnowing(keys: readonly QueryKey[], known: Known): QueryClient {
  // Nothing is asked for: what is not known stays so.
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } })
  for (const queryKey of keys) client.getQueryCache().build(client, { queryKey }, { ...UNKNOWN, ...known })
  return client
}

interface CachedProps {
  keys: readonly QueryKey[]
  known: Known
  children: ReactNode
}

/** Children that find their queries answered in one way, without a server. */
export function Cached({ keys, known, children }: CachedProps) {
  const [client] = useState(() => clientKnowing(keys, known))
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
