import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MemberDetail } from '@/shared/api/types.ts'
import { ADMIN_KEY } from '../kit/admin-key.ts'
import { isConflict } from '../kit/edit-conflict.ts'
import { useAction } from '../kit/use-action.ts'
import { useEditBase } from '../kit/use-edit-base.ts'
import type { Seen } from './api.ts'
import { memberDetailOptions } from './api.ts'
import { MEMBER_FIELDS, memberTexts } from './member-texts.ts'

interface MemberChange<Form> {
  /** The version when the dialog was opened. */
  detail: MemberDetail
  send: (seen: Seen, form: Form) => Promise<void>
  /** Called after the data was refetched. */
  onDone?: () => void
  /** Success message. */
  done?: string
  /** The desired values, to tell them from those of another operator. */
  wanted?: (detail: MemberDetail) => Record<string, string>
  /** Takes over the values of another operator. */
  set?: (texts: Record<string, string>) => void
}

/**
 * Changes a member, and refetches everything in the console that shows them before it finishes. If another operator has
 * changed the member first, `rebased` says what changed, and the next attempt is based on that.
 */
export function useMemberChange<Form>({ detail, send, onDone, done, wanted, set }: MemberChange<Form>) {
  const client = useQueryClient()
  const [opened] = useState(detail)
  const { base, rebased, meet } = useEditBase({
    opened,
    textsOf: memberTexts,
    fields: MEMBER_FIELDS,
    load: () => client.fetchQuery(memberDetailOptions(opened.id)),
    set: (texts) => set?.(texts as Record<string, string>),
  })
  const change = useAction({
    run: (form: Form) => send({ id: base.id, version: base.version }, form),
    refresh: [ADMIN_KEY],
    onDone,
    done,
    onRefused: (error) => isConflict(error) && meet({ ...memberTexts(base), ...wanted?.(base) }),
  })
  return { ...change, base, rebased }
}
