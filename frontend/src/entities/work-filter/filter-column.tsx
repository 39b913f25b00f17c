import { X } from 'lucide'
import { Icon } from '@/shared/ui/icons.tsx'
import { choicesText, NO_CHOICES } from './choices.ts'
import { FilterPanel, type FilterPanelProps } from './filter-panel.tsx'
import '@/shared/ui/icon-button.css'
import './filter-bar.css'
import './filter-panel.css'

interface FilterColumnProps extends FilterPanelProps {
  onClose: () => void
}

/** The filters beside a list on wide screens: each change shows at once. */
export default function FilterColumn({ onClose, ...panel }: FilterColumnProps) {
  const { choices, onChange } = panel
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
      <FilterPanel {...panel} />
    </aside>
  )
}
