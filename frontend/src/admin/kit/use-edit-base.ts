import { useState } from 'react'
import { toast } from '@/shared/feedback/toasts.ts'
import { type FieldLabels, type Rebased, rebase } from './rebase.ts'

interface EditBaseOptions<Seen, Texts> {
  /** What the form was opened with: it stays the base of the edit, whatever comes into the cache later. */
  opened: Seen
  textsOf: (seen: Seen) => Texts
  fields: FieldLabels
  /** Gets what is there now. */
  load: () => Promise<Seen>
  /** The form's own way to set texts. */
  set: (texts: Partial<Texts>) => void
}

/**
 * What a form is an edit of. When a save is refused because somebody else was quicker, `meet` gets what is there now,
 * takes over what only they have changed, and keeps what has to be decided. Saving again is an edit of that.
 */
export function useEditBase<Seen extends { version: number }, Texts extends Record<keyof Texts, string>>({
  opened,
  textsOf,
  fields,
  load,
  set,
}: EditBaseOptions<Seen, Texts>) {
  const [base, setBase] = useState(opened)
  const [rebased, setRebased] = useState<Rebased | null>(null)

  async function meet(mine: Texts) {
    try {
      const now = await load()
      const found = rebase(fields, textsOf(base), textsOf(now), mine)
      setBase(now)
      setRebased(found)
      set(found.taken as Partial<Texts>)
    } catch (error) {
      toast(error instanceof Error ? error.message : '保存失败', { kind: 'error' })
    }
  }

  return { base, rebased, meet }
}
