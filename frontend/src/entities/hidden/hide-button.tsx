import { EyeOff } from 'lucide'
import { toast } from '@/shared/feedback/toasts.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { type HiddenTerm, useHiddenList, useSetHidden } from './hidden-terms.ts'
import '@/shared/ui/chip.css'

/** Leaves the works of a term out of all lists, for visitors too. */
export function HideButton({ term }: { term: HiddenTerm }) {
  const hidden = useHiddenList().some(({ id }) => id === term.id)
  const setHidden = useSetHidden()
  function onClick() {
    void setHidden(term, !hidden)
    toast(hidden ? '已恢复显示' : '列表不再显示这些影片', { kind: 'success' })
  }
  return (
    <button type="button" className="chip" aria-pressed={hidden} onClick={onClick}>
      <Icon of={EyeOff} size={16} />
      不想看
    </button>
  )
}
