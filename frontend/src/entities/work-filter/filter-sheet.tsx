import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { facetsOptions, type WorksFilter } from '../work/api.ts'
import { choicesText, type FilterChoices, NO_CHOICES, type SortChoice } from './choices.ts'
import { FilterPanel } from './filter-panel.tsx'
import './filter-panel.css'

interface FilterSheetProps {
  list: WorksFilter
  sorts: readonly SortChoice[]
  choices: FilterChoices
  onApply: (choices: FilterChoices) => void
  onClose: () => void
}

/** The filters as a sheet: nothing changes in the list until they are applied. */
export default function FilterSheet({ list, sorts, choices, onApply, onClose }: FilterSheetProps) {
  const [draft, setDraft] = useState(choices)
  const facets = useQuery(facetsOptions({ ...list, choices: draft }))
  const total = facets.data?.total

  function apply() {
    if (choicesText(draft) === choicesText(choices)) onClose()
    else onApply(draft)
  }

  return (
    <Dialog title="筛选" open onClose={onClose} shape="sheet" filled>
      <div className="filter-sheet">
        <FilterPanel list={list} sorts={sorts} choices={draft} facets={facets} onChange={setDraft} />
      </div>
      <div className="filter-sheet-foot">
        <Button disabled={choicesText(draft) === ''} onClick={() => setDraft(NO_CHOICES)}>
          清除
        </Button>
        <Button primary block onClick={apply}>
          {total === undefined ? '查看' : `查看 ${total} 部`}
        </Button>
      </div>
    </Dialog>
  )
}
