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
  load: () => Promise<readonly Entry[]>
  /** Replaces the list of the account, and returns it. */
  save: (entries: readonly Entry[]) => Promise<readonly Entry[]>
  /** The list of the account with what the device alone has; the account's own list if that is nothing. */
  join: (own: readonly Entry[], account: readonly Entry[]) => readonly Entry[]
}

/** A list that the device keeps, and the account of who is logged in. */
export interface AccountList<Entry> {
  read: () => readonly Entry[]
  use: () => readonly Entry[]
  /** Replaces the list, on the device at once and then in the account. */
  change: (entries: readonly Entry[]) => Promise<void>
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

  /** What the account has, while changes are on their way. */
  let confirmed: Kept<Entry> | null = null
  let latest = 0
  let sent: Promise<unknown> = Promise.resolve()

  async function change(entries: readonly Entry[]) {
    const login = currentLogin()
    const now = { entries, login }
    const before = confirmed ?? store.read()
    store.set(now)
    if (login === null) return
    confirmed = before
    const turn = ++latest
    // One after the other: each replaces the whole list.
    const saving = sent.then(() => save(entries))
    sent = saving.catch(() => undefined)
    try {
      await saving
      confirmed = now
    } catch {
      // The failure has been announced.
      if (turn === latest) store.set(confirmed)
    }
    if (turn === latest) confirmed = null
  }

  async function sync(login: string | null) {
    if (login === null) return
    try {
      const account = await load()
      if (currentLogin() !== login) return
      const own = store.read()
      const joined = own.login === null ? join(own.entries, account) : account
      const entries = joined === account ? account : await save(joined)
      if (currentLogin() === login) store.set({ entries, login })
    } catch {
      // Already logged; the list of the device stays in force.
    }
  }

  return { read: () => store.read().entries, use: () => useStore(store).entries, change, sync }
}
