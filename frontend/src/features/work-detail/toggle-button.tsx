import type { IconNode } from 'lucide'
import { Icon } from '@/shared/ui/icons.tsx'

interface ToggleButtonProps {
  icon: IconNode
  pressed: boolean
  onClick: () => void
  /** Opens a dialog instead of toggling. */
  opensDialog?: boolean
  children: string
}

/** A button of the title bar; on a phone only its icon is visible. */
export function ToggleButton({ icon, pressed, onClick, opensDialog = false, children }: ToggleButtonProps) {
  return (
    <button
      type="button"
      className="toggle-button"
      data-on={pressed || undefined}
      aria-pressed={opensDialog ? undefined : pressed}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      onClick={onClick}
    >
      <Icon of={icon} size={22} />
      <span className="visually-hidden seen-wide">{children}</span>
    </button>
  )
}
