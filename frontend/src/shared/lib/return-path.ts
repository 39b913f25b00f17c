import type { Location } from 'react-router-dom'

/** Pages of works, to which one wants back after logging in. */
const WORK_PAGE = /^\/(censored|uncensored|western)\/\d{16,19}(\?|$)/

/** What the history keeps of the work that somebody was at before logging in. */
export interface ReturnPath {
  from?: string
}

/** To be kept with the way to the login page: the work one is at. */
export function returnPathFrom({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ReturnPath {
  const from = pathname + search
  return WORK_PAGE.test(from) ? { from } : {}
}

/** The work one came from, out of whatever the history keeps. */
export function returnPathIn(state: unknown): ReturnPath {
  const from = (state as ReturnPath | null)?.from
  return typeof from === 'string' && WORK_PAGE.test(from) ? { from } : {}
}
