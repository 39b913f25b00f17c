import { SlidersHorizontal } from 'lucide'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { lazyScreen } from '@/shared/lib/lazy-screen.tsx'
import { useMedia } from '@/shared/lib/use-media.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import type { WorksFilter } from '../work/api.ts'
import { choicesText, countChoices, type FilterChoices, NO_CHOICES, type SortChoice, withSwitch } from './choices.ts'
import { FilterChips } from './filter-chips.tsx'
import { offered } from './offered.ts'
import { SHEET_PARAM, useChoices } from './use-choices.ts'
import '@/shared/ui/chip.css'
import './filter-bar.css'

const FilterSheet = lazyScreen(() => import('./filter-sheet.tsx'))
const FilterColumn = lazyScreen(() => import('./filter-column.tsx'))

/** Whether wide screens show the filters beside the list; null until the visitor has chosen. */
const columnStore = persistedStore<boolean | null>({
  key: 'yingku.filterColumn',
  parse: (text) => (text === '1' ? true : text === '0' ? false : null),
  format: (isOpen) => (isOpen ? '1' : '0'),
})

/** Narrowest window with room for the filters beside a list, in pixels. */
export const ROOM = 1280

/** Which filters a list offers. */
export interface FilterOffer {
  /** Orders to choose from, the usual one first; none where the page has its own orders and periods. */
  sorts: readonly SortChoice[]
  /** Narrowest window with room for a column beside the list, in pixels. */
  roomFrom: number
  /** Presses the magnet switch, where it holds. */
  onMagnet?: (only: boolean) => void
}

/** How far the list beside the column is. */
interface ShownList {
  data: unknown
  isError: boolean
}

/** The filters of a list, and their parts of its page. */
export interface Filters {
  /** None if nothing is chosen. */
  choices: FilterChoices | undefined
  button: ReactNode
  chips: ReactNode
  /** The column beside the list, if it is open; its code and counts come when the list is there. */
  column: ((list: ShownList) => ReactNode) | undefined
  sheet: ReactNode
  /** Removes all of them; shown where they leave nothing. */
  reset: ReactNode
}

/** The filters of a list that is otherwise `list`. */
export function useFilters(list: WorksFilter, { sorts, roomFrom, onMagnet }: FilterOffer): Filters {
  const { choices: read, choose: write } = useChoices()
  const choices = offered(read, { list, sorts })
  const sheet = useUrlDialog(SHEET_PARAM)
  const hasRoom = useMedia(`(min-width: ${roomFrom}px)`)
  const chosen = useStore(columnStore)
  // Lists of the catalogue are long; others are seldom narrowed down.
  const hasColumn = hasRoom && (chosen ?? list.own === undefined)
  const isOpen = hasRoom ? hasColumn : sheet.value !== null
  /** What the address says of the magnet switch, where it holds. */
  const named = list.own?.isMixed ? undefined : read.dht
  const parts = { list, sorts, choices, named }
  const choose = (next: FilterChoices, replace?: boolean) => write(withSwitch(next, named), replace)
  const count = countChoices(choices)
  const opener = useRef<HTMLButtonElement>(null)

  function onPress() {
    if (hasRoom) columnStore.set(!hasColumn)
    else sheet.open('1')
  }

  const focusOpener = () => opener.current?.focus({ preventScroll: true })

  function onChipsChange(next: FilterChoices) {
    if (countChoices(next) === 0) focusOpener()
    choose(next)
  }

  function onFold() {
    focusOpener()
    columnStore.set(false)
  }

  return {
    choices: choicesText(choices) === '' ? undefined : choices,
    button: (
      <button
        ref={opener}
        type="button"
        className="chip"
        aria-haspopup={hasRoom ? undefined : 'dialog'}
        aria-expanded={isOpen}
        aria-pressed={count > 0 || undefined}
        onClick={onPress}
      >
        <Icon of={SlidersHorizontal} size={16} />
        筛选
        {count > 0 && (
          <>
            <span className="filter-count numeric" aria-hidden="true">
              {count}
            </span>
            <span className="visually-hidden">，已选 {count} 项</span>
          </>
        )}
      </button>
    ),
    chips: <FilterChips choices={choices} onChange={onChipsChange} />,
    reset: count > 0 && (
      <Button round onClick={() => choose({ ...NO_CHOICES, sort: choices.sort })}>
        清除筛选
      </Button>
    ),
    column: hasColumn
      ? (list) => (
          <ColumnPlace list={list}>
            <FilterColumn {...parts} onChange={choose} onApply={write} onMagnet={onMagnet} onClose={onFold} />
          </ColumnPlace>
        )
      : undefined,
    sheet: !hasRoom && sheet.value !== null && (
      <Suspense fallback={null}>
        <FilterSheet {...parts} onApply={(next) => write(next, true)} onClose={sheet.close} />
      </Suspense>
    ),
  }
}

interface ColumnPlaceProps {
  list: ShownList
  children: ReactNode
}

/**
 * The place of the column from the first layout on, and the column once there was a list beside it. It is empty beside a list that
 * failed, which says so itself; if only its code is missing, it says so.
 */
function ColumnPlace({ list: { data, isError }, children }: ColumnPlaceProps) {
  const [isThere, setThere] = useState<boolean>()
  const hasList = data !== undefined
  const load = () => void FilterColumn.bring().then(setThere)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each list that comes
  useEffect(() => {
    if (hasList) load()
  }, [hasList])
  if (isThere && (hasList || !isError)) return children
  return (
    <div className="filter-column">
      <div className="filter-column-head">
        <h2>筛选</h2>
      </div>
      {hasList && isThere === false && (
        <p role="alert">
          筛选加载失败{' '}
          <Button round onClick={load}>
            重试
          </Button>
        </p>
      )}
    </div>
  )
}
