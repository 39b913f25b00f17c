import { X } from 'lucide'
import { Icon } from '@/shared/ui/icons.tsx'
import './forget-button.css'

/** Removes a work from a list of this device, in the corner of its card. */
export function ForgetButton({ label, onForget }: { label: string; onForget: () => void }) {
  return (
    <button type="button" className="forget-button" aria-label={label} onClick={onForget}>
      <Icon of={X} size={16} />
    </button>
  )
}
