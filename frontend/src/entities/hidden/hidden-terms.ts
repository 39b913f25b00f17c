import type { Schemas } from '@/shared/api/contract.ts'
import { HIDDEN_TERMS_MAX } from '@/shared/config/constants.ts'
import { parseStored, persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'

/** A term whose works are hidden, with what the list of them shows. */
export type HiddenTerm = Pick<Schemas['KeptTerm'], 'id' | 'name' | 'nameCn' | 'kind' | 'modId'>

interface Hidden {
  terms: readonly HiddenTerm[]
  /** The login whose account has the same list; null for a list of this device. */
  login: string | null
}

const store = persistedStore<Hidden>({
  key: 'yingku.hiddenTerms',
  parse,
  format: (hidden) => (hidden.terms.length === 0 ? null : JSON.stringify(hidden)),
})

function parse(text: string | null): Hidden {
  const saved = parseStored(text) as Partial<Hidden> | null
  const terms = Array.isArray(saved?.terms) ? saved.terms.filter(isTerm).slice(0, HIDDEN_TERMS_MAX) : []
  return { terms, login: typeof saved?.login === 'string' ? saved.login : null }
}

function isTerm(value: unknown): value is HiddenTerm {
  const term = value as Partial<HiddenTerm> | null
  return typeof term?.id === 'string' && /^\d{1,19}$/.test(term.id) && typeof term.name === 'string'
}

/** The hidden terms in storage. */
export function hiddenTerms(): Hidden {
  return store.read()
}

/** Replaces the hidden terms of the device. */
export function storeHiddenTerms(terms: readonly HiddenTerm[], login: string | null): void {
  const shown = terms.map(({ id, name, nameCn, kind, modId }) => ({ id, name, nameCn, kind, modId }))
  store.set({ terms: shown.slice(0, HIDDEN_TERMS_MAX), login })
}

/** Every hidden term, latest first. */
export function useHiddenList(): readonly HiddenTerm[] {
  return useStore(store).terms
}

/** The ids of the hidden terms, as lists take them: separated by commas; undefined when nothing is hidden. */
export function useHiddenTerms(): string | undefined {
  const terms = useHiddenList()
  return terms.length === 0 ? undefined : terms.map(({ id }) => id).join(',')
}
