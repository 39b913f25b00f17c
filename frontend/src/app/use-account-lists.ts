import { useEffect } from 'react'
import { syncHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { currentLogin, onLoginChange } from '@/shared/api/session.ts'

/** Brings the lists that device and account both keep together, at the start and after every login. */
export function useAccountLists(): void {
  useEffect(() => {
    const sync = () => {
      void syncHiddenTerms(currentLogin())
      void syncFilters(currentLogin())
    }
    sync()
    return onLoginChange(sync)
  }, [])
}

/** Filters are no part of the first load. */
async function syncFilters(login: string | null): Promise<void> {
  if (login === null) return
  try {
    const { syncSavedFilters } = await import('@/entities/work-filter/saved-filter-store.ts')
    await syncSavedFilters(login)
  } catch {
    // No connection: the next start makes up for it.
  }
}
