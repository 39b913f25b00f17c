import { useQueryClient } from '@tanstack/react-query'
import { FOLLOWS_KEY } from '@/entities/follow/api.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { apiGet, apiPut } from '@/shared/api/http.ts'
import { HIDDEN_TERMS_MAX } from '@/shared/config/constants.ts'
import { accountList } from '@/shared/state/account-list.ts'

/** A term whose works are hidden, with what the list of them shows. */
export type HiddenTerm = Pick<Schemas['MemberTerm'], 'id' | 'name' | 'nameCn' | 'kind' | 'modId'>

const list = accountList<HiddenTerm>({
  key: 'yingku.hiddenTerms',
  name: 'terms',
  most: HIDDEN_TERMS_MAX,
  full: `不想看的内容最多${HIDDEN_TERMS_MAX}个`,
  isSame: (one, other) => one.id === other.id,
  parse: (terms) => terms.filter(isStored),
  load: async (options) => (await apiGet('/v2/user/hidden', options)).data.map(shown),
  save: async (terms) => {
    const ids = terms.map(({ id }) => id)
    return (await apiPut('/v2/user/hidden', { body: { ids }, repeatable: true })).data.map(shown)
  },
  join(own, account) {
    const known = new Set(account.map(({ id }) => id))
    const more = own.filter(({ id }) => !known.has(id))
    return more.length === 0 ? account : [...more, ...account].slice(0, HIDDEN_TERMS_MAX)
  },
})

function isStored(value: unknown): value is HiddenTerm {
  const term = value as Partial<HiddenTerm> | null
  return typeof term?.id === 'string' && /^\d{1,19}$/.test(term.id) && typeof term.name === 'string'
}

function shown({ id, name, nameCn, kind, modId }: HiddenTerm): HiddenTerm {
  return { id, name, nameCn, kind, modId }
}

/** Brings the hidden terms of the device and the account together after a login. */
export const syncHiddenTerms = list.sync

/**
 * Hides a term or shows it again, and returns whether that was done. The account leaves hidden terms out of what follows
 * show, so those are asked for again.
 */
export function useSetHidden() {
  const client = useQueryClient()
  return async (term: HiddenTerm, hide: boolean): Promise<boolean> => {
    const isDone = await (hide
      ? list.add(shown(term))
      : list.change((terms) => terms.filter(({ id }) => id !== term.id)))
    void client.invalidateQueries({ queryKey: FOLLOWS_KEY })
    return isDone
  }
}

/** Forgets the hidden terms of the device, once nobody is logged in. */
export const forgetHiddenTerms = list.forget

/** Every hidden term, latest first. */
export const useHiddenList = list.use

/** The ids of the hidden terms, as lists take them: separated by commas; undefined when nothing is hidden. */
export function useHiddenTerms(): string | undefined {
  const terms = useHiddenList()
  return terms.length === 0 ? undefined : terms.map(({ id }) => id).join(',')
}
