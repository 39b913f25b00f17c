import { Share2 } from 'lucide'
import { sharePage } from '../lib/share.ts'
import { Icon } from './icons.tsx'
import './chip.css'
import './icon-button.css'

interface ShareButtonProps {
  title: string
  /** A chip that says 分享; an icon by default. */
  chip?: boolean
}

/** Shares the current page under a title (R1.35). */
export function ShareButton({ title, chip = false }: ShareButtonProps) {
  return (
    <button
      type="button"
      className={chip ? 'chip' : 'icon-button'}
      aria-label="分享"
      onClick={() => void sharePage(title)}
    >
      <Icon of={Share2} size={chip ? 16 : undefined} />
      {chip && '分享'}
    </button>
  )
}
