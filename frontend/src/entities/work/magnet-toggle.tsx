import { Magnet } from 'lucide'
import { Icon } from '@/shared/ui/icons.tsx'
import '@/shared/ui/chip.css'

interface MagnetToggleProps {
  only: boolean
  onSwitch: (only: boolean) => void
}

/** The magnet filter of every list of works (R2.5). */
export function MagnetToggle({ only, onSwitch }: MagnetToggleProps) {
  return (
    <button type="button" className="chip" aria-pressed={only} onClick={() => onSwitch(!only)}>
      <Icon of={Magnet} size={16} />
      只看有磁力
    </button>
  )
}
