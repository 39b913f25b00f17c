import type { Location } from 'react-router-dom'

/** Work pages, the only ones to return to after a login. */
const WORK_PAGE = /^\/(censored|uncensored|western)\/\d{16,19}(\?|$)/

/** Router state of the login page. */
export interface ReturnPath {
  from?: string
}

/** Router state for a link to the login page. */
export function returnPathFrom({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ReturnPath {
  const from = pathname + search
  return WORK_PAGE.test(from) ? { from } : {}
}

/** The work page in a router state, if any. */
export function returnPathIn(state: unknown): ReturnPath {
  const from = (state as ReturnPath | null)?.from
  return typeof from === 'string' && WORK_PAGE.test(from) ? { from } : {}
}
