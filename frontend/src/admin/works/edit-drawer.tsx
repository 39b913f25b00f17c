import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import type { AdminWorkDetail } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { ConflictPanel } from '../kit/conflict-panel.tsx'
import { isConflict } from '../kit/edit-conflict.ts'
import { useRecentItem } from '../kit/recent-items.ts'
import { submitOnCtrlEnter } from '../kit/submit-on-ctrl-enter.ts'
import { useAction } from '../kit/use-action.ts'
import { useEditBase } from '../kit/use-edit-base.ts'
import { adminWorkDetailOptions, editWork, SHOWN_WORKS, TERMS_UNKNOWN } from './api.ts'
import { CuratedFields } from './curated-fields.tsx'
import { UnknownNames } from './unknown-names.tsx'
import { WORK_RULES, WorkFields } from './work-fields.tsx'
import { changedFields, shownText, textsOf, WORK_FIELDS, type WorkTexts } from './work-form.ts'

export function EditDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const detail = useQuery(adminWorkDetailOptions(id))
  useRecentItem('works', id, detail.data?.number, detail.data?.title)
  return (
    <Dialog title={detail.data ? `编辑 ${detail.data.number}` : '编辑作品'} open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        <QueryView query={detail}>
          {/* Cached data may be outdated, so the form waits for a fresh version. */}
          {(opened) => detail.isFetchedAfterMount && <EditForm id={id} opened={opened} onClose={onClose} />}
        </QueryView>
      </div>
    </Dialog>
  )
}

/** The values to save, and whether unknown names become terms. */
interface Saving {
  texts: WorkTexts
  makeTerms: boolean
}

function EditForm({ id, opened, onClose }: { id: string; opened: AdminWorkDetail; onClose: () => void }) {
  const client = useQueryClient()
  const { values, field, set, submit } = useForm<WorkTexts>(textsOf(opened), WORK_RULES)
  const { base, rebased, meet } = useEditBase({
    opened,
    textsOf,
    fields: WORK_FIELDS,
    load: () => client.fetchQuery(adminWorkDetailOptions(id)),
    set,
  })
  const [released, setReleased] = useState<Schemas['CuratedField'][]>([])
  const [unknown, setUnknown] = useState<string | null>(null)
  const save = useAction({
    run: ({ texts, makeTerms }: Saving) =>
      editWork({
        id,
        version: base.version,
        knownTermsOnly: !makeTerms,
        ...changedFields(base, texts),
        ...(released.length > 0 && { release: released }),
      }),
    refresh: SHOWN_WORKS,
    onDone: onClose,
    done: '已保存',
    onRefused: (error, { texts }) => {
      if (isConflict(error)) return meet(texts)
      if (error instanceof ApiError && error.errorCode === TERMS_UNKNOWN) setUnknown(error.message)
    },
  })

  function onSubmit(texts: WorkTexts) {
    setUnknown(null)
    const changes = Object.keys(changedFields(base, texts)).length + released.length
    if (changes === 0) toast('没有改动', { kind: 'warning' })
    else save.mutate({ texts, makeTerms: false })
  }

  return (
    <form className="admin-form" noValidate onSubmit={submit(onSubmit)} onKeyDown={submitOnCtrlEnter}>
      {rebased && <ConflictPanel key={base.version} rebased={rebased} values={values} set={set} show={shownText} />}
      <WorkFields field={field} />
      <CuratedFields curated={base.curated} released={released} onChange={setReleased} />
      {unknown && (
        <UnknownNames
          text={unknown}
          busy={save.isPending}
          onMake={() => save.mutate({ texts: values, makeTerms: true })}
        />
      )}
      <DialogActions confirm="保存" busy={save.isPending} />
    </form>
  )
}
