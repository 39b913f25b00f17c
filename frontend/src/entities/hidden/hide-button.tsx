import { EyeOff } from 'lucide'
import { toast } from '@/shared/feedback/toasts.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { type HiddenTerm, useHiddenList, useSetHidden } from './hidden-terms.ts'
import '@/shared/ui/chip.css'

/** Leaves the works of a term out of all lists, for visitors too. */
export function HideButton({ term }: { term: HiddenTerm }) {
  const hidden = useHiddenList().some(({ id }) => id === term.id)
  const setHidden = useSetHidden()
  async function onClick() {
    const isDone = await setHidden(term, !hidden)
    if (isDone) toast(hidden ? '已恢复显示' : '列表不再显示这些影片', { kind: 'success' })
  }
  return (
    <button type="button" className="chip" aria-pressed={hidden} onClick={() => void onClick()}>
      <Icon of={EyeOff} size={16} />
      不想看
    </button>
  )
}
