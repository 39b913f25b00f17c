import { hashKey, type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
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
  /** Number of its first page. */
  start?: number
}

/**
 * Remembers how many pages of a list are loaded, and loads as many after a reload (see `places.ts`). Returns whether it
 * is loading them; a page that loaded by itself meanwhile would take their place.
 */
export function useRestoredPages<Row>({ queryKey, dataUpdatedAt, fetchPage, start = 1 }: PagedList<Row>): boolean {
  const [restoring, setRestoring] = useState(false)
  const client = useQueryClient()
  const entry = entryOf(useLocation())
  const hash = hashKey(queryKey)
  const kind = String(queryKey[0])

  // Before the paint, so that the end of the first page is not taken for the end of the list.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the hash represents the key, and fetchPage depends on it
  useLayoutEffect(() => {
    const pages = client.getQueryData<InfiniteData<ListAnswer<Row>, number>>(queryKey)?.pages
    if (!dataUpdatedAt || !pages) return
    const first = pages[0]
    const wanted = takePages(entry, kind, hash)
    const there = first && first.rows.length > 0 ? Math.ceil(first.total / first.rows.length) : 1
    const count = Math.min(wanted, there - start + 1)
    savePages(entry, kind, hash, Math.max(pages.length, count))
    if (pages.length > 1 || count <= 1) return
    setRestoring(true)
    void refill(start, count, fetchPage).then((more) => {
      client.setQueryData<InfiniteData<ListAnswer<Row>, number>>(queryKey, (known) =>
        // More pages may have been loaded meanwhile.
        known?.pages.length === 1
          ? { pages: [...known.pages, ...more], pageParams: [start, ...more.map((_, at) => start + 1 + at)] }
          : known,
      )
      setRestoring(false)
    })
  }, [client, entry, kind, hash, dataUpdatedAt])
  return restoring
}

/** `count` pages from `start` without the first, up to the first one that fails. */
async function refill<Row>(
  start: number,
  count: number,
  fetchPage: (pageNum: number) => Promise<ListAnswer<Row>>,
): Promise<ListAnswer<Row>[]> {
  const more: ListAnswer<Row>[] = []
  const last = start + count - 1
  for (let next = start + 1; next <= last; next += AT_ONCE) {
    const numbers = Array.from({ length: Math.min(AT_ONCE, last - next + 1) }, (_, at) => next + at)
    const answers = await Promise.allSettled(numbers.map(fetchPage))
    for (const answer of answers) {
      if (answer.status === 'rejected') return more
      more.push(answer.value)
    }
  }
  return more
}
