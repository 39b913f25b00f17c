import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import type { SitePageName } from '@/shared/config/site-pages.ts'

/** The text of a page about the site: `GET /v2/pages/{name}`. */
export function pageTextOptions(name: SitePageName) {
  return queryOptions({
    queryKey: ['site-page', name],
    queryFn: async ({ signal }) => (await apiGet('/v2/pages/{name}', { path: { name }, signal })).data,
  })
}
