import { EyeOff } from 'lucide'
import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import { termName } from '../term/term-name.ts'
import { type HiddenTerm, useHiddenList, useSetHidden } from './hidden-terms.ts'
import '@/shared/ui/chip.css'

interface HideButtonProps {
  /** With the terms of the same name in each channel. */
  term: HiddenTerm & Pick<Schemas['TermDetail'], 'channels'>
}

/** Leaves the works of a term out of all lists, for visitors too, and offers the same for its name in other channels. */
export function HideButton({ term }: HideButtonProps) {
  const list = useHiddenList()
  const isHidden = (id: string) => list.some((one) => one.id === id)
  const hidden = isHidden(term.id)
  const setHidden = useSetHidden()
  /** The same name in other channels, while the dialog asks about it. */
  const [asked, setAsked] = useState<Schemas['TermDetail']['channels']>([])
  const [busy, setBusy] = useState(false)

  async function onClick() {
    const isDone = await setHidden(term, !hidden)
    if (!isDone) return
    toast(hidden ? '已恢复显示' : '列表不再显示这些影片', { kind: 'success' })
    if (!hidden) setAsked(term.channels.filter(({ id }) => id !== term.id && !isHidden(id)))
  }

  async function hideOthers() {
    setBusy(true)
    const left = [...asked]
    // One after another: each changes the same list. What is refused can be tried again.
    for (const { id, modId } of asked) {
      const isDone = await setHidden({ ...term, id, modId }, true)
      if (!isDone) break
      left.shift()
    }
    setBusy(false)
    setAsked(left)
    if (left.length === 0) toast('其他频道也不再显示这些影片', { kind: 'success' })
  }

  return (
    <>
      <button type="button" className="chip" aria-pressed={hidden} onClick={() => void onClick()}>
        <Icon of={EyeOff} size={16} />
        不想看
      </button>
      <ConfirmDialog
        title="其他频道也不想看?"
        confirm="也不想看"
        // This channel's stay hidden: 取消 would say that they do not.
        cancel="不用"
        open={asked.length > 0}
        busy={busy}
        onConfirm={() => void hideOthers()}
        onClose={() => setAsked([])}
      >
        {asked.map(({ modId }) => channelOf(modId).label).join('、')}也有“{termName(term)}”的影片，现在仍会显示。
      </ConfirmDialog>
    </>
  )
}
