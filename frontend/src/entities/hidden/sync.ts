import { apiGet, apiPut } from '@/shared/api/http.ts'
import { currentLogin } from '@/shared/api/session.ts'
import { HIDDEN_TERMS_MAX } from '@/shared/config/constants.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { type HiddenTerm, hiddenTerms, storeHiddenTerms } from './hidden-terms.ts'

/** Who has to choose a password first is told so where they do something. */
const OWN_PASSWORD = ['password_change_required']

/**
 * After a login: what the device alone hides joins what the account hides; a list of another login is replaced. Without
 * a login nothing happens, and the device keeps its list. A failure is made up for at the next start.
 */
export async function syncHiddenTerms(login: string | null): Promise<void> {
  if (login === null) return
  try {
    const account = (await apiGet('/v2/user/hidden', { expected: OWN_PASSWORD })).data
    const own = hiddenTerms()
    const known = new Set(account.map(({ id }) => id))
    const more = own.login === null ? own.terms.filter(({ id }) => !known.has(id)) : []
    if (currentLogin() !== login) return
    const all = [...more, ...account].slice(0, HIDDEN_TERMS_MAX)
    storeHiddenTerms(more.length === 0 ? account : await save(all), login)
  } catch {
    // Already logged; the list of the device stays in force.
  }
}

/** Hides a term or shows it again, on the device at once and then in the account. */
export async function setHidden(term: HiddenTerm, hide: boolean): Promise<void> {
  const before = hiddenTerms()
  if (hide && before.terms.length >= HIDDEN_TERMS_MAX) {
    toast(`不想看的内容最多${HIDDEN_TERMS_MAX}个`, { kind: 'warning' })
    return
  }
  const others = before.terms.filter(({ id }) => id !== term.id)
  const now = hide ? [term, ...others] : others
  const login = currentLogin()
  storeHiddenTerms(now, login)
  if (login === null) return
  try {
    await save(now)
  } catch {
    // The failure has been announced.
    storeHiddenTerms(before.terms, before.login)
  }
}

async function save(terms: readonly HiddenTerm[]): Promise<readonly HiddenTerm[]> {
  const ids = terms.map(({ id }) => id)
  return (await apiPut('/v2/user/hidden', { body: { ids }, repeatable: true })).data
}
