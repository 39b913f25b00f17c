import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { facetsOptions, type WorksFilter } from '../work/api.ts'
import { setOnlyMagnet, useMagnetDefault } from '../work/magnet-switch.ts'
import { choicesText, type FilterChoices, NO_CHOICES, type SortChoice, withSwitch } from './choices.ts'
import { FilterPanel } from './filter-panel.tsx'
import { offered } from './offered.ts'
import './filter-panel.css'

interface FilterSheetProps {
  list: WorksFilter
  sorts: readonly SortChoice[]
  choices: FilterChoices
  /** What the address says of the magnet switch. */
  named: boolean | undefined
  onApply: (choices: FilterChoices) => void
  onClose: () => void
}

/** What an address says of a switch that was pressed. */
function saidOf(only: boolean): boolean | undefined {
  return only ? undefined : false
}

/** The filters as a sheet: nothing changes in the list until they are applied. */
export default function FilterSheet({ list, sorts, choices, named, onApply, onClose }: FilterSheetProps) {
  const [draft, setDraft] = useState(choices)
  const unswitched = { only: list.onlyMagnet, isPressed: false, named }
  const [magnet, setMagnet] = useState(unswitched)
  const usual = useMagnetDefault()
  const switchTo = useSwitchAfter()
  const drafted = { ...list, onlyMagnet: magnet.only }
  const total = useQuery(facetsOptions({ ...drafted, choices: draft })).data?.total
  const shown = total === undefined ? undefined : Math.min(total, list.own?.most ?? total)
  const isSwitched = magnet.only !== list.onlyMagnet

  function clear() {
    setDraft(NO_CHOICES)
    setMagnet(unswitched)
  }

  function applySaved(saved: FilterChoices) {
    setDraft(offered(saved, { list, sorts }))
    if (!list.own?.isMixed) setMagnet({ only: saved.dht ?? usual, isPressed: false, named: saved.dht })
  }

  /** What a link says of the switch is gone once it is pressed; what the switch wrote follows by itself. */
  function press(only: boolean) {
    setMagnet({ only, isPressed: true, named: list.onlyMagnet === usual ? named : undefined })
  }

  function apply() {
    if (magnet.isPressed && isSwitched) switchTo(magnet.only)
    const next = withSwitch(draft, isSwitched ? magnet.named : named)
    if (choicesText(next) === choicesText(withSwitch(choices, named))) onClose()
    else onApply(next)
  }

  return (
    <Dialog title="筛选" open onClose={onClose} shape="sheet" filled>
      <div className="filter-sheet">
        <FilterPanel
          list={drafted}
          sorts={sorts}
          choices={draft}
          named={magnet.isPressed ? saidOf(magnet.only) : magnet.named}
          onChange={setDraft}
          onApply={applySaved}
          onMagnet={press}
        />
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
