import { useSearchParams } from 'react-router-dom'
import { COLUMNS_KEY } from '@/shared/config/constants.ts'
import { withParams } from '@/shared/lib/query.ts'
import { parseStored, persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'

/** A column, or a part of one, that can be left out. */
export interface ColumnOption {
  id: string
  name: string
  /** Not shown unless it is chosen. */
  extra?: boolean
}

/** The columns of a table that are shown. */
export interface ColumnChoice {
  options: readonly ColumnOption[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  isDefault: boolean
  reset: () => void
  /** As in an address. */
  text: string
}

/** The parameter of an address that names columns, such as that of a saved view. */
export const COLUMNS_PARAM = 'columns'

/** In an address and on the device: that no column is shown which can be left out. */
const NONE = 'none'

/** Longest text of a choice. */
const TEXT_MAX = 400

const store = persistedStore<Readonly<Record<string, string>>>({
  key: COLUMNS_KEY,
  parse: (text) => {
    const saved = parseStored(text)
    if (typeof saved !== 'object' || saved === null) return {}
    return Object.fromEntries(Object.entries(saved).filter(([, choice]) => isText(choice)))
  },
  format: (choices) => (Object.keys(choices).length === 0 ? null : JSON.stringify(choices)),
})

function isText(choice: unknown): choice is string {
  return typeof choice === 'string' && choice !== '' && choice.length <= TEXT_MAX
}

/**
 * The chosen columns of a list. They are kept on this device; those that the address names, as a saved view does, come
 * first and are changed there.
 */
export function useColumnChoice(list: string, options: readonly ColumnOption[]): ColumnChoice {
  const [params, setParams] = useSearchParams()
  const stored = useStore(store)
  const named = params.get(COLUMNS_PARAM)
  const text = named || stored[list] || ''
  const shown = text === '' ? byDefault(options) : parsed(options, text)
  const isDefault = textOf(shown) === textOf(byDefault(options))

  function name(next: string) {
    setParams(withParams(params, { [COLUMNS_PARAM]: next }), { replace: true, preventScrollReset: true })
  }

  function keep(next: string) {
    const { [list]: _, ...others } = store.get()
    store.set(next === '' ? others : { ...others, [list]: next })
  }

  return {
    options,
    has: (id) => shown.includes(id),
    toggle(id) {
      const next = options.map((option) => option.id).filter((other) => (other === id) !== shown.includes(other))
      const isAgainDefault = textOf(next) === textOf(byDefault(options))
      if (named) name(textOf(next))
      else keep(isAgainDefault ? '' : textOf(next))
    },
    isDefault,
    reset() {
      if (named) name('')
      keep('')
    },
    text: textOf(shown),
  }
}

/** Those of the columns that are shown. */
export function shownColumns<Column extends { id?: string }>(
  columns: readonly Column[],
  choice: ColumnChoice,
): Column[] {
  return columns.filter(({ id }) => id === undefined || choice.has(id))
}

function byDefault(options: readonly ColumnOption[]): string[] {
  return options.filter(({ extra }) => !extra).map(({ id }) => id)
}

/** The known columns of a text, in the order of the table. */
function parsed(options: readonly ColumnOption[], text: string): string[] {
  const ids = text.split(',')
  return options.map(({ id }) => id).filter((id) => ids.includes(id))
}

function textOf(shown: readonly string[]): string {
  return shown.length === 0 ? NONE : shown.join(',')
}
