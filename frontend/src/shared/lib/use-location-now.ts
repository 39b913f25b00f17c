import { useCallback, useContext } from 'react'
import { type Location, UNSAFE_DataRouterContext, useLocation } from 'react-router-dom'

/** Asks for the location as it is now, which may not be drawn yet; `null` once it is another page's. */
export function useLocationNow(): () => Location | null {
  const router = useContext(UNSAFE_DataRouterContext)?.router
  const { pathname } = useLocation()
  return useCallback(() => {
    const now = router?.state.location
    return now?.pathname === pathname ? now : null
  }, [router, pathname])
}
