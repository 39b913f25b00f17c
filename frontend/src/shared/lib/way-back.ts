import type { Location } from 'react-router-dom'

/** Pages of works, to which one wants back after logging in. */
const WORK_PAGE = /^\/(censored|uncensored|western)\/\d{16,19}(\?|$)/

/** What the history keeps of the work that somebody was at before logging in. */
export interface WayBack {
  from?: string
}

/** To be kept with the way to the login page: the work one is at. */
export function wayBackFrom({ pathname, search }: Pick<Location, 'pathname' | 'search'>): WayBack {
  const from = pathname + search
  return WORK_PAGE.test(from) ? { from } : {}
}

/** The work one came from, out of whatever the history keeps. */
export function wayBackIn(state: unknown): WayBack {
  const from = (state as WayBack | null)?.from
  return typeof from === 'string' && WORK_PAGE.test(from) ? { from } : {}
}
