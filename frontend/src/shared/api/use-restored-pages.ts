import { hashKey, type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { entryOf, savePages, takePages } from '../lib/places.ts'
import type { ListAnswer } from './types.ts'

/** Pages requested in parallel. */
const AT_ONCE = 4

/** A paged list. */
interface PagedList<Row> {
  queryKey: QueryKey
  /** When its data was last updated. */
  dataUpdatedAt: number
  /** Fetches one page. */
  fetchPage: (pageNum: number) => Promise<ListAnswer<Row>>
}

/** Remembers how many pages of a list are loaded, and loads as many after a reload (see `places.ts`). */
export function useRestoredPages<Row>({ queryKey, dataUpdatedAt, fetchPage }: PagedList<Row>): void {
  const client = useQueryClient()
  const entry = entryOf(useLocation())
  const hash = hashKey(queryKey)
  const kind = String(queryKey[0])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash represents the key, and fetchPage depends on it
  useEffect(() => {
    const pages = client.getQueryData<InfiniteData<ListAnswer<Row>, number>>(queryKey)?.pages
    if (!dataUpdatedAt || !pages) return
    const first = pages[0]
    const wanted = takePages(entry, kind, hash)
    const there = first && first.rows.length > 0 ? Math.ceil(first.total / first.rows.length) : 1
    const count = Math.min(wanted, there)
    savePages(entry, kind, hash, Math.max(pages.length, count))
    if (pages.length > 1 || count <= 1) return
    void refill(count, fetchPage).then((more) =>
      client.setQueryData<InfiniteData<ListAnswer<Row>, number>>(queryKey, (known) =>
        // More pages may have been loaded meanwhile.
        known?.pages.length === 1
          ? { pages: [...known.pages, ...more], pageParams: [1, ...more.map((_, at) => at + 2)] }
          : known,
      ),
    )
  }, [client, entry, kind, hash, dataUpdatedAt])
}

/** Pages 2 to `count`, up to the first one that fails. */
async function refill<Row>(
  count: number,
  fetchPage: (pageNum: number) => Promise<ListAnswer<Row>>,
): Promise<ListAnswer<Row>[]> {
  const more: ListAnswer<Row>[] = []
  for (let next = 2; next <= count; next += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, count - next + 1) }, (_, at) => next + at)
    const answers = await Promise.allSettled(numbers.map(fetchPage))
    for (const answer of answers) {
      if (answer.status === 'rejected') return more
      more.push(answer.value)
    }
  }
  return more
}
