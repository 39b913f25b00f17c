import { useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import type { AdminWorkDetail } from '@/shared/api/types.ts'
import { UNSAVED_EDITS } from '@/shared/feedback/leave-guards.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { useLeaveGuard } from '@/shared/lib/use-leave-guard.ts'
import { useEditBase } from '../kit/use-edit-base.ts'
import { adminWorkDetailOptions } from './api.ts'
import { type Saving, useWorkSave } from './use-work-save.ts'
import type { GoOn } from './use-work-steps.ts'
import { WORK_RULES } from './work-fields.tsx'
import { changedFields, textsOf, WORK_FIELDS, type WorkFieldName, type WorkTexts } from './work-form.ts'

interface EditFormOptions {
  id: string
  /** The version the form was opened with. */
  opened: AdminWorkDetail
  /** Called when a save begins; what it returns goes on to the next work once it is saved. */
  leave: () => GoOn
}

/** The form of a work: what is changed in it, and how it is saved. */
export function useEditForm({ id, opened, leave }: EditFormOptions) {
  const client = useQueryClient()
  const detail = adminWorkDetailOptions(id)
  const { values, field, set, reset, refuse, submit } = useForm<WorkTexts>(textsOf(opened), WORK_RULES)
  const { base, rebased, meet, adopt } = useEditBase({
    opened,
    textsOf,
    fields: WORK_FIELDS,
    load: () => client.fetchQuery(detail),
    set,
  })
  const [released, setReleased] = useState<readonly Schemas['CuratedField'][]>([])
  const latest = useRef(values)
  useLayoutEffect(() => {
    latest.current = values
  })
  const { save, isSaving, unknown, forgetUnknown } = useWorkSave({
    id,
    base,
    onSaved: settle,
    onConflict: meet,
    refuse,
  })
  useLeaveGuard(isSaving, null)
  useLeaveGuard(released.length > 0, UNSAVED_EDITS)

  /** What was sent is saved; what was written meanwhile is not, and stays. */
  function settle({ texts, released: given, goOn }: Saving) {
    const now = client.getQueryData(detail.queryKey)
    // Without the new version the old one stays the base, and the next save shows what has changed since.
    const isNewer = now !== undefined && now.version > base.version
    if (isNewer) adopt(now)
    const later = Object.entries(latest.current).filter(([name, text]) => text !== texts[name as WorkFieldName])
    reset(isNewer ? textsOf(now) : texts)
    set(Object.fromEntries(later) as Partial<WorkTexts>)
    setReleased((names) => names.filter((name) => !given.includes(name)))
    if (goOn && later.length === 0) return void goOn(true)
    toast(later.length === 0 ? '已保存' : '已保存，之后的改动还没有保存', { kind: 'success' })
  }

  function onSave(goesOn: boolean) {
    const goOn = goesOn ? leave() : null
    return submit((texts) => {
      forgetUnknown()
      const isChanged = Object.keys(changedFields(base, texts)).length + released.length > 0
      if (isChanged) save({ texts, released, makeTerms: false, goOn })
      else if (goOn) void goOn(false)
      else toast('没有改动', { kind: 'warning' })
    })
  }

  return { values, field, set, base, rebased, released, setReleased, onSave, isSaving, unknown }
}
