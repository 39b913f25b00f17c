import type { RequestOptions } from '../api/client.ts'
import { OWN_PASSWORD_FIRST } from '../api/errors.ts'
import { currentLogin } from '../api/session.ts'
import { toast } from '../feedback/toasts.ts'
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
  /** Most entries of a list. */
  most: number
  /** What is said when one more does not fit. */
  full: string
  /** Whether two entries are of the same thing, which a list has once. */
  isSame: (one: Entry, other: Entry) => boolean
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

/** What is on its way to the account of one login. */
interface Pending<Entry> {
  login: string
  /** What the account has, as far as the device knows. */
  account: Kept<Entry>
  edits: readonly Edit<Entry>[]
  /** What was stored to show the edits, as text. */
  shown: string | null
}

/** A list that the device keeps, and the account of who is logged in. */
export interface AccountList<Entry> {
  use: () => readonly Entry[]
  /**
   * Puts an entry first, in place of the same; says so when the list is full, though the device's may have had room.
   * Returns whether it is there now. `fitted` may change it to fit the entries that the list has by then.
   */
  add: (entry: Entry, fitted?: (entries: readonly Entry[]) => Entry) => Promise<boolean>
  /**
   * Edits the list, on the device at once and then in the account, whose list may be another by now. Returns whether it was
   * done; a failure is undone and announced.
   */
  change: (edit: Edit<Entry>) => Promise<boolean>
  /**
   * After a login: what the device alone has joins what the account has; a list of another login is replaced. Without a
   * login nothing happens, and the device keeps its list. A failure is made up for at the next start.
   */
  sync: (login: string | null) => Promise<void>
  /** Without a login: empties the list of the device. That of an account stays there. */
  forget: () => void
}

export function accountList<Entry>(options: AccountListOptions<Entry>): AccountList<Entry> {
  const { key, name, most, isSame, load, save, join } = options
  const store = persistedStore<Kept<Entry>>({
    key,
    parse(text) {
      const saved = parseStored(text) as Record<string, unknown> | null
      // A bare list is one of this device.
      const entries = Array.isArray(saved) ? saved : saved?.[name]
      const login = saved?.login
      return {
        entries: Array.isArray(entries) ? options.parse(entries).slice(0, most) : [],
        login: typeof login === 'string' ? login : null,
      }
    },
    format: ({ entries, login }) => (entries.length === 0 ? null : JSON.stringify({ [name]: entries, login })),
  })

  let pending: Pending<Entry> | null = null
  let last: Promise<unknown> = Promise.resolve()

  function pendingOf(login: string): Pending<Entry> {
    if (pending?.login !== login) pending = { login, account: store.read(), edits: [], shown: null }
    return pending
  }

  const isCurrent = (mine: Pending<Entry>) => pending === mine && currentLogin() === mine.login
  const stored = () => JSON.stringify(store.read())

  function show(mine: Pending<Entry>) {
    const { entries, login } = mine.account
    store.set({ entries: mine.edits.reduce((edited, edit) => edit(edited), entries), login })
    mine.shown = stored()
  }

  /** Edits the account's own list: another device may have changed it, and each save replaces all of it. */
  async function editAccount(mine: Pending<Entry>, edit: Edit<Entry>, options: RequestOptions) {
    const account = await load(options)
    if (!isCurrent(mine)) return
    const own = mine.account
    const isOfDevice = own.login === null
    // Known from now on, even if the edit is refused.
    if (!isOfDevice) mine.account = { entries: account, login: mine.login }
    const entries = edit(isOfDevice ? join(own.entries, account) : account)
    const saved = entries === account ? account : await save(entries)
    mine.account = { entries: saved, login: mine.login }
  }

  /**
   * Edits the account in turn, and shows what it has then. Writes nothing once somebody else is logged in. Returns whether it
   * was done.
   */
  async function settle(mine: Pending<Entry>, edit: Edit<Entry>, options: RequestOptions): Promise<boolean> {
    const turn = last
      .then(() => editAccount(mine, edit, options))
      .then(
        () => true,
        () => false,
      )
    last = turn
    const isDone = await turn
    mine.edits = mine.edits.filter((other) => other !== edit)
    if (!isCurrent(mine)) return false
    // A failure takes back what was shown, unless another window has stored something else since.
    if (isDone || stored() === mine.shown) show(mine)
    if (mine.edits.length === 0) pending = null
    return isDone
  }

  async function change(edit: Edit<Entry>) {
    const login = currentLogin()
    if (login === null) {
      store.set({ entries: edit(store.read().entries), login })
      return true
    }
    const mine = pendingOf(login)
    mine.edits = [...mine.edits, edit]
    show(mine)
    return settle(mine, edit, { silent: false })
  }

  async function add(entry: Entry, fitted: (entries: readonly Entry[]) => Entry = () => entry) {
    let added = entry
    const isIt = (one: Entry) => isSame(one, added)
    const isDone = await change((entries) => {
      added = fitted(entries)
      const others = entries.filter((one) => !isIt(one))
      return others.length < most ? [added, ...others] : entries
    })
    const { entries } = store.read()
    const isThere = entries.some(isIt)
    if (entries.length >= most && !isThere) toast(options.full, { kind: 'warning' })
    return isDone && isThere
  }

  async function sync(login: string | null) {
    if (login === null || login !== currentLogin()) return
    // A failure has been logged; the list of the device stays in force.
    await settle(pendingOf(login), (entries) => entries, { expected: OWN_PASSWORD_FIRST })
  }

  function forget() {
    if (currentLogin() === null) store.set({ entries: [], login: null })
  }

  return { use: () => useStore(store).entries, add, change, sync, forget }
}
