import { Share2 } from 'lucide'
import { sharePage } from '../lib/share.ts'
import { Icon } from './icons.tsx'
import './icon-button.css'

/** Shares the current page under a title (R1.35). */
export function ShareButton({ title }: { title: string }) {
  return (
    <button type="button" className="icon-button" aria-label="分享" onClick={() => void sharePage(title)}>
      <Icon of={Share2} />
    </button>
  )
}
