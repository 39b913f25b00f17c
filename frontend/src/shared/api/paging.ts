import type { InfiniteData } from '@tanstack/react-query'
import type { ListAnswer } from './types.ts'

/** The next page number; undefined after an empty page or when all rows are loaded (R2.2). */
export function nextPage<Row>(
  last: ListAnswer<Row>,
  all: readonly ListAnswer<Row>[],
  lastNumber: number,
): number | undefined {
  return nextAfter(0, last, all, lastNumber)
}

/** {@link nextPage} of a list that starts after some rows. */
export function nextAfter<Row>(
  before: number,
  last: ListAnswer<Row>,
  all: readonly ListAnswer<Row>[],
  lastNumber: number,
): number | undefined {
  const loaded = all.reduce((count, page) => count + page.rows.length, before)
  return last.rows.length === 0 || loaded >= last.total ? undefined : lastNumber + 1
}

/** The rows of all pages in order, without duplicates. */
export function rowsOf<Row extends { id: string }>(data: InfiniteData<ListAnswer<Row>, number>): Row[] {
  const byId = new Map<string, Row>()
  for (const page of data.pages) for (const row of page.rows) if (!byId.has(row.id)) byId.set(row.id, row)
  return [...byId.values()]
}
