import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { facetsOptions, type WorksFilter } from '../work/api.ts'
import { setOnlyMagnet } from '../work/magnet-switch.ts'
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
  const [onlyMagnet, setMagnet] = useState(list.onlyMagnet)
  const switchTo = useSwitchAfter()
  const drafted = { ...list, onlyMagnet }
  const total = useQuery(facetsOptions({ ...drafted, choices: draft })).data?.total
  const shown = total === undefined ? undefined : Math.min(total, list.own?.most ?? total)
  const isSwitched = onlyMagnet !== list.onlyMagnet

  function clear() {
    setDraft(NO_CHOICES)
    setMagnet(list.onlyMagnet)
  }

  function apply() {
    if (isSwitched) switchTo(onlyMagnet)
    if (choicesText(draft) === choicesText(choices)) onClose()
    else onApply(draft)
  }

  return (
    <Dialog title="筛选" open onClose={onClose} shape="sheet" filled>
      <div className="filter-sheet">
        <FilterPanel list={drafted} sorts={sorts} choices={draft} onChange={setDraft} onMagnet={setMagnet} />
      </div>
      <div className="filter-sheet-foot">
        <Button disabled={choicesText(draft) === '' && !isSwitched} onClick={clear}>
          清除
        </Button>
        <Button primary block onClick={apply}>
          {shown === undefined ? '查看' : `查看 ${shown} 部`}
        </Button>
      </div>
    </Dialog>
  )
}

/**
 * Sets the magnet switch of all lists when the sheet is gone: the list is at its own address again then, where it drops a
 * page that no longer fits.
 */
function useSwitchAfter(): (onlyMagnet: boolean) => void {
  const wanted = useRef<boolean>(undefined)
  useEffect(
    () => () => {
      if (wanted.current !== undefined) setOnlyMagnet(wanted.current)
    },
    [],
  )
  return (onlyMagnet) => {
    wanted.current = onlyMagnet
  }
}
