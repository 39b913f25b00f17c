import { SlidersHorizontal } from 'lucide'
import { type ReactNode, Suspense } from 'react'
import { lazyScreen } from '@/shared/lib/lazy-screen.tsx'
import { useMedia } from '@/shared/lib/use-media.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import type { WorksFilter } from '../work/api.ts'
import { choicesText, countChoices, type FilterChoices, NO_CHOICES, type SortChoice } from './choices.ts'
import { FilterChips } from './filter-chips.tsx'
import { offered } from './offered.ts'
import { SHEET_PARAM, useChoices } from './use-choices.ts'
import '@/shared/ui/chip.css'
import './filter-bar.css'

const FilterSheet = lazyScreen(() => import('./filter-sheet.tsx'))
const FilterColumn = lazyScreen(() => import('./filter-column.tsx'))

/** Whether wide screens show the filters beside the list. */
const columnStore = persistedStore<boolean>({
  key: 'yingku.filterColumn',
  parse: (text) => text === '1',
  format: (isOpen) => (isOpen ? '1' : null),
})

/** Narrowest window with room for the filters beside a list, in pixels. */
export const ROOM = 1280

/** Which filters a list offers. */
export interface FilterOffer {
  /** Orders to choose from, the usual one first; none where the page has its own orders and periods. */
  sorts: readonly SortChoice[]
  /** Narrowest window with room for a column beside the list, in pixels. */
  roomFrom: number
}

/** The filters of a list, and their parts of its page. */
export interface Filters {
  /** None if nothing is chosen. */
  choices: FilterChoices | undefined
  button: ReactNode
  chips: ReactNode
  /** The column beside the list, if it is open. */
  column: ReactNode
  sheet: ReactNode
  /** Removes all of them; shown where they leave nothing. */
  reset: ReactNode
}

/** The filters of a list that is otherwise `list`. */
export function useFilters(list: WorksFilter, { sorts, roomFrom }: FilterOffer): Filters {
  const { choices: read, choose } = useChoices()
  const choices = offered(read, { list, sorts })
  const sheet = useUrlDialog(SHEET_PARAM)
  const hasRoom = useMedia(`(min-width: ${roomFrom}px)`)
  const hasColumn = useStore(columnStore) && hasRoom
  const isOpen = hasRoom ? hasColumn : sheet.value !== null
  const parts = { list, sorts, choices }
  const count = countChoices(choices)

  function onPress() {
    if (hasRoom) columnStore.set(!hasColumn)
    else sheet.open('1')
  }

  return {
    choices: choicesText(choices) === '' ? undefined : choices,
    button: (
      <button
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
    chips: <FilterChips choices={choices} onChange={choose} />,
    reset: count > 0 && (
      <Button round onClick={() => choose({ ...NO_CHOICES, sort: choices.sort })}>
        清除筛选
      </Button>
    ),
    column: hasColumn && (
      <Suspense fallback={<Spinner />}>
        <FilterColumn {...parts} onChange={choose} onClose={() => columnStore.set(false)} />
      </Suspense>
    ),
    sheet: !hasRoom && sheet.value !== null && (
      <Suspense fallback={null}>
        <FilterSheet {...parts} onApply={(next) => choose(next, true)} onClose={sheet.close} />
      </Suspense>
    ),
  }
}
