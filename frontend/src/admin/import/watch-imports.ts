import { type QueryClient, QueryObserver } from '@tanstack/react-query'
import { WORKS_KEY } from '@/entities/work/work-keys.ts'
import { importsOptions } from './api.ts'
import { isAtWork } from './import-labels.ts'

const watched = new WeakSet<QueryClient>()

/** Follows running imports to their end on any page, and refetches the site's lists in this window. */
export function watchImports(client: QueryClient): void {
  if (watched.has(client)) return
  watched.add(client)
  const observer = new QueryObserver(client, importsOptions(1))
  const stop = observer.subscribe(({ data, isError }) => {
    if (!isError && (!data || data.rows.some(isAtWork))) return
    stop()
    watched.delete(client)
    void client.invalidateQueries({ queryKey: WORKS_KEY })
  })
}
