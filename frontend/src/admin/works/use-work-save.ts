import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import type { AdminWorkDetail } from '@/shared/api/types.ts'
import { isConflict } from '../kit/edit-conflict.ts'
import { useAction } from '../kit/use-action.ts'
import { editWork, SHOWN_WORKS, TERMS_UNKNOWN } from './api.ts'
import { showRefusal } from './show-refusal.ts'
import type { GoOn } from './use-work-steps.ts'
import { changedFields, makesTerms, type WorkTexts } from './work-form.ts'

/** What is being saved, and what follows. */
export interface Saving {
  texts: WorkTexts
  released: readonly Schemas['CuratedField'][]
  /** Whether unknown names become terms. */
  makeTerms: boolean
  /** Goes on to the next work; without it the work stays open. */
  goOn: GoOn | null
}

interface WorkSaveOptions {
  id: string
  /** The version that is edited. */
  base: AdminWorkDetail
  onSaved: (saving: Saving) => void
  /** Somebody else has changed the work since. */
  onConflict: (texts: WorkTexts) => unknown
  /** Shows what is wrong with a field. */
  refuse: Parameters<typeof showRefusal>[2]
}

/** Saves the changed fields of a work, and asks before unknown names become terms. */
export function useWorkSave({ id, base, onSaved, onConflict, refuse }: WorkSaveOptions) {
  const [unknown, setUnknown] = useState<{ text: string; saving: Saving } | null>(null)
  const { mutate, isPending } = useAction({
    run: async (saving: Saving) => {
      const { texts, makeTerms } = saving
      const knownTermsOnly = !makeTerms && !makesTerms(base, texts)
      const given = saving.released.length > 0 && { release: [...saving.released] }
      await editWork({ id, version: base.version, knownTermsOnly, ...changedFields(base, texts), ...given })
      return saving
    },
    refresh: SHOWN_WORKS,
    onDone: (saving) => {
      setUnknown(null)
      onSaved(saving)
    },
    onRefused: (error, saving) => {
      if (isConflict(error)) return onConflict(saving.texts)
      if (!(error instanceof ApiError)) return
      if (error.errorCode === TERMS_UNKNOWN) setUnknown({ text: error.message, saving })
      else showRefusal(error, saving.texts, refuse)
    },
  })
  return {
    save: mutate,
    isSaving: isPending,
    forgetUnknown: () => setUnknown(null),
    /** The server's question about names that it does not know, with what saves them all the same. */
    unknown: unknown && { text: unknown.text, make: () => mutate({ ...unknown.saving, makeTerms: true }) },
  }
}
