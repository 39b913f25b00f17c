import type { Location } from 'react-router-dom'

/** Work pages, the till with a plan and the console, the only pages to return to after a login. */
const PAGES = /^(\/(censored|uncensored|western)\/\d{16,19}(\?|$)|\/pay\?plan=\d{16,19}$|\/admin(\/|\?|$))/

/** Router state of the login page. */
export interface ReturnPath {
  from?: string
}

/** Router state for a link to the login page. */
export function returnPathFrom({ pathname, search }: Pick<Location, 'pathname' | 'search'>): ReturnPath {
  const from = pathname + search
  return PAGES.test(from) ? { from } : {}
}

/** The page to return to in a router state, if any. */
export function returnPathIn(state: unknown): ReturnPath {
  const from = (state as ReturnPath | null)?.from
  return typeof from === 'string' && PAGES.test(from) ? { from } : {}
}
