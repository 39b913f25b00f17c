import { currentLogin, onLoginChange, wasLoggedOut } from '../api/session.ts'
import { parseStored, persistedStore } from './persisted-store.ts'
import { useStore } from './store.ts'

/** What somebody has written and not sent. */
interface Draft {
  text: string
  /** The user name; `null` for a visitor's, which goes along with the login. */
  by: string | null
}

type Drafts = Readonly<Record<string, Draft>>

const store = persistedStore<Drafts>({
  key: 'yingku.drafts',
  kind: 'session',
  parse: (text) => Object.fromEntries(Object.entries(parseStored(text) ?? {}).filter(isNamedDraft)),
  format: (drafts) => (Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts)),
})

function isNamedDraft(entry: [string, unknown]): entry is [string, Draft] {
  const { text, by } = (entry[1] ?? {}) as Partial<Draft>
  return typeof text === 'string' && (by === null || typeof by === 'string')
}

/** The draft of this name, if it may be shown to this user; else empty. */
export function draftOf(name: string, by: string | null): string {
  const draft = store.get()[name]
  return draft && (draft.by === null || draft.by === by) ? draft.text : ''
}

/** Keeps a draft through reloads; an empty one is removed. */
export function keepDraft(name: string, by: string | null, text: string): void {
  if (text === '') dropDraft(name)
  else store.set({ ...store.get(), [name]: { text, by } })
}

/** All drafts of this window, by name. */
export function useDrafts(): Drafts {
  return useStore(store)
}

/** Removes a draft: it was sent, or given up. */
export function dropDraft(name: string): void {
  const { [name]: _, ...others } = store.get()
  store.set(others)
}

// Not at the end of a session, which the same member may go on with.
onLoginChange(() => {
  if (currentLogin() === null && wasLoggedOut()) store.set({})
})
