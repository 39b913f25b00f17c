import { X } from 'lucide'
import { Icon } from '@/shared/ui/icons.tsx'
import type { WorksFilter } from '../work/api.ts'
import { setOnlyMagnet } from '../work/magnet-switch.ts'
import { choicesText, type FilterChoices, NO_CHOICES, type SortChoice } from './choices.ts'
import { FilterPanel } from './filter-panel.tsx'
import '@/shared/ui/icon-button.css'
import './filter-panel.css'

interface FilterColumnProps {
  list: WorksFilter
  sorts: readonly SortChoice[]
  choices: FilterChoices
  onChange: (choices: FilterChoices, replace?: boolean) => void
  onClose: () => void
}

/** The filters beside a list on wide screens: each change shows at once. */
export default function FilterColumn({ list, sorts, choices, onChange, onClose }: FilterColumnProps) {
  return (
    <aside className="filter-column" aria-label="筛选">
      <div className="filter-column-head">
        <h2>筛选</h2>
        {choicesText(choices) !== '' && (
          <button type="button" className="filter-clear" onClick={() => onChange(NO_CHOICES)}>
            清除
          </button>
        )}
        <button type="button" className="icon-button" aria-label="收起筛选" onClick={onClose}>
          <Icon of={X} />
        </button>
      </div>
      <FilterPanel list={list} sorts={sorts} choices={choices} onChange={onChange} onMagnet={setOnlyMagnet} />
    </aside>
  )
}
