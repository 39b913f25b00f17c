import type { RequestOptions } from '../api/client.ts'
import { OWN_PASSWORD_FIRST } from '../api/errors.ts'
import { currentLogin } from '../api/session.ts'
import { parseStored, persistedStore } from './persisted-store.ts'
import { useStore } from './store.ts'

interface Kept<Entry> {
  entries: readonly Entry[]
  /** The login whose account has the same list; null for a list of this device. */
  login: string | null
}

interface AccountListOptions<Entry> {
  /** The key in local storage. */
  key: string
  /** The name of the list in what is stored there. */
  name: string
  /** The usable entries of a stored list, which may have been tampered with. */
  parse: (entries: readonly unknown[]) => readonly Entry[]
  /** The list of the account. */
  load: (options: RequestOptions) => Promise<readonly Entry[]>
  /** Replaces the list of the account, and returns it. */
  save: (entries: readonly Entry[]) => Promise<readonly Entry[]>
  /** The list of the account with what the device alone has; the account's own list if that is nothing. */
  join: (own: readonly Entry[], account: readonly Entry[]) => readonly Entry[]
}

/** What somebody did to a list, so that it can be done to the list of the account as well. */
type Edit<Entry> = (entries: readonly Entry[]) => readonly Entry[]

/** A list that the device keeps, and the account of who is logged in. */
export interface AccountList<Entry> {
  read: () => readonly Entry[]
  use: () => readonly Entry[]
  /** Edits the list, on the device at once and then in the account, whose list may be another by now. */
  change: (edit: Edit<Entry>) => Promise<void>
  /**
   * After a login: what the device alone has joins what the account has; a list of another login is replaced. Without a
   * login nothing happens, and the device keeps its list. A failure is made up for at the next start.
   */
  sync: (login: string | null) => Promise<void>
}

export function accountList<Entry>(options: AccountListOptions<Entry>): AccountList<Entry> {
  const { key, name, load, save, join } = options
  const store = persistedStore<Kept<Entry>>({
    key,
    parse(text) {
      const saved = parseStored(text) as Record<string, unknown> | null
      // A bare list is one of this device.
      const entries = Array.isArray(saved) ? saved : saved?.[name]
      const login = saved?.login
      return {
        entries: Array.isArray(entries) ? options.parse(entries) : [],
        login: typeof login === 'string' ? login : null,
      }
    },
    format: ({ entries, login }) => (entries.length === 0 ? null : JSON.stringify({ [name]: entries, login })),
  })

  /** What the account has, as far as the device knows, while edits are on their way. */
  let confirmed: Kept<Entry> | null = null
  let edits: readonly Edit<Entry>[] = []
  let last: Promise<unknown> = Promise.resolve()

  function show({ entries, login }: Kept<Entry>) {
    store.set({ entries: edits.reduce((edited, edit) => edit(edited), entries), login })
  }

  /** Edits the account's own list: another device may have changed it, and each save replaces all of it. */
  async function editAccount(login: string, edit: Edit<Entry>, options: RequestOptions) {
    const account = await load(options)
    if (currentLogin() !== login) return
    const own = confirmed ?? store.read()
    const entries = edit(own.login === null ? join(own.entries, account) : account)
    const saved = entries === account ? account : await save(entries)
    if (currentLogin() === login) confirmed = { entries: saved, login }
  }

  /** The edit is seen at once, and taken back when the account does not take it. One after the other. */
  async function apply(login: string, edit: Edit<Entry>, options: RequestOptions) {
    const before = confirmed ?? store.read()
    confirmed = before
    edits = [...edits, edit]
    show(before)
    const turn = last.then(() => editAccount(login, edit, options))
    last = turn.catch(() => undefined)
    await last
    edits = edits.filter((other) => other !== edit)
    show(confirmed ?? before)
    if (edits.length === 0) confirmed = null
  }

  async function change(edit: Edit<Entry>) {
    const login = currentLogin()
    if (login !== null) return apply(login, edit, { silent: false })
    store.set({ entries: edit(store.read().entries), login })
  }

  async function sync(login: string | null) {
    // A failure has been logged; the list of the device stays in force.
    if (login !== null) await apply(login, (entries) => entries, { expected: OWN_PASSWORD_FIRST })
  }

  return { read: () => store.read().entries, use: () => useStore(store).entries, change, sync }
}
