import { forgetHiddenTerms, useHiddenList } from '@/entities/hidden/hidden-terms.ts'
import { clearSearches, useRecentSearches } from '@/entities/search/recent-searches.ts'
import type { Traces } from '@/entities/user/logout-dialog.tsx'
import { forgetSavedFilters, useSavedFilters } from '@/entities/work-filter/saved-filter-store.ts'

/** What the device shows of a member to whoever uses it next, beside the films that were seen. */
export function useTraces(): Traces {
  const traces = [
    { name: '搜索', count: useRecentSearches().length, unit: '条' },
    { name: '筛选', count: useSavedFilters().length, unit: '个' },
    { name: '不想看', count: useHiddenList().length, unit: '个' },
  ]
  const kept = traces.filter(({ count }) => count > 0)
  return { names: kept.map(({ name, count, unit }) => `${name} ${count} ${unit}`), forget }
}

/** What the account keeps as well comes back with the next login. */
function forget() {
  clearSearches()
  forgetSavedFilters()
  forgetHiddenTerms()
}
