import { useState } from 'react'
import { toast } from '@/shared/feedback/toasts.ts'
import { type FieldLabels, type Rebased, rebase } from './rebase.ts'

interface EditBaseOptions<Seen, Texts> {
  /** The version the form was opened with; it stays the base whatever the cache receives later. */
  opened: Seen
  textsOf: (seen: Seen) => Texts
  fields: FieldLabels
  /** Loads the current version. */
  load: () => Promise<Seen>
  /** Sets texts of the form. */
  set: (texts: Partial<Texts>) => void
}

/**
 * The base of an edit. When a save is rejected because of a concurrent edit, `meet` loads the current version, merges
 * the fields that only the other operator changed, and keeps the conflicts to decide. The next save is based on that
 * version.
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

  /** Goes on from the version that was saved. */
  function adopt(now: Seen) {
    setBase(now)
    setRebased(null)
  }

  return { base, rebased, meet, adopt }
}
