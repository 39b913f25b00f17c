import { ChevronLeft } from 'lucide'
import { useNavigate } from 'react-router-dom'
import { Icon } from './icons.tsx'
import './icon-button.css'

/** Goes one step back, or to `otherwise` without history. */
export function BackButton({ otherwise }: { otherwise: string }) {
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className="icon-button"
      aria-label="返回"
      onClick={() => void (window.history.length > 1 ? navigate(-1) : navigate(otherwise))}
    >
      <Icon of={ChevronLeft} size={22} />
    </button>
  )
}
