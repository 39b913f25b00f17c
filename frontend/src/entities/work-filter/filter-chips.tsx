import { X } from 'lucide'
import { Icon } from '@/shared/ui/icons.tsx'
import { countChoices, type FilterChoices, NO_CHOICES } from './choices.ts'
import { namedChoices } from './labels.ts'
import { useTermNames } from './term-names.ts'
import '@/shared/ui/chip.css'
import './filter-bar.css'

interface FilterChipsProps {
  choices: FilterChoices
  onChange: (choices: FilterChoices) => void
}

/** The filters of a list, each removed by pressing it. */
export function FilterChips({ choices, onChange }: FilterChipsProps) {
  const names = useTermNames(choices.terms)
  if (countChoices(choices) === 0) return null
  return (
    <ul className="filter-chips" aria-label="已选筛选">
      {namedChoices(choices, names).map(({ key, label, rest }) => (
        <li key={key}>
          <button type="button" className="chip" aria-label={`移除 ${label}`} onClick={() => onChange(rest)}>
            {label}
            <Icon of={X} size={14} />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="filter-clear" onClick={() => onChange({ ...NO_CHOICES, sort: choices.sort })}>
          清除
        </button>
      </li>
    </ul>
  )
}
