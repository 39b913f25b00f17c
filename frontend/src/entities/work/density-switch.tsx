import { Grid2x2, Grid3x3, type IconNode, LayoutList } from 'lucide'
import { useId } from 'react'
import { Icon } from '@/shared/ui/icons.tsx'
import { DENSITIES, type Density, setDensity, useDensity } from './density.ts'
import './density-switch.css'

const ICONS: Record<Density, IconNode> = { dense: Grid3x3, loose: Grid2x2, list: LayoutList }

/** Radio buttons for the layout of lists of works. */
export function DensitySwitch() {
  const current = useDensity()
  const name = useId()
  return (
    <fieldset className="density-switch">
      <legend className="visually-hidden">排列方式</legend>
      {DENSITIES.map(({ value, label }) => (
        <label key={value} title={label}>
          <input
            type="radio"
            name={name}
            value={value}
            aria-label={label}
            checked={value === current}
            onChange={() => setDensity(value)}
          />
          <span>
            <Icon of={ICONS[value]} size={18} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}
