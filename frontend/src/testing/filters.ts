import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { requests } from './server.ts'

/** Opens the filters of a list, once their counts are there. */
export async function openSheet(user: UserEvent) {
  await user.click(await screen.findByRole('button', { name: /^筛选/ }))
  await screen.findByRole('button', { name: /^查看 \d+ 部$/ })
  return within(screen.getByRole('dialog', { name: '筛选' }))
}

/** The calls for the counts of lists, as they were asked. */
export function facetQueries(): URL[] {
  return requests.map(({ url }) => new URL(url)).filter(({ pathname }) => pathname.endsWith('/detail/facets'))
}
