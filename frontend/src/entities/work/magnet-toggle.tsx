import { Magnet } from 'lucide'
import { Icon } from '@/shared/ui/icons.tsx'
import { setOnlyMagnet, useOnlyMagnet } from './magnet-switch.ts'
import '@/shared/ui/chip.css'

/** The magnet filter of every list of works (R2.5). */
export function MagnetToggle() {
  const only = useOnlyMagnet()
  return (
    <button type="button" className="chip" aria-pressed={only} onClick={() => setOnlyMagnet(!only)}>
      <Icon of={Magnet} size={16} />
      只看有磁力
    </button>
  )
}
