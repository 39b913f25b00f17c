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
  /** As it is when the dialog is opened. */
  detail: MemberDetail
  send: (seen: Seen, form: Form) => Promise<void>
  /** It is done, and the console shows it: the operator's next change is one of what is there now. */
  onDone?: () => void
  /** Said when it is done. */
  done?: string
  /** What the dialog wants to be, for telling it from what somebody else has made of it. */
  wanted?: (detail: MemberDetail) => Record<string, string>
  /** Takes over what somebody else has made of a field. */
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
