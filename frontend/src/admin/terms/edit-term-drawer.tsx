import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TERMS_KEY } from '@/entities/term/term-keys.ts'
import { WORKS_KEY } from '@/entities/work/work-keys.ts'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import type { AdminTerm } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { ConflictPanel } from '../kit/conflict-panel.tsx'
import { isConflict } from '../kit/edit-conflict.ts'
import { useRecentItem } from '../kit/recent-items.ts'
import { placeOf } from '../kit/term-kinds.ts'
import { ADMIN_TERMS_KEY, adminTermDetailOptions } from '../kit/term-queries.ts'
import { useAction } from '../kit/use-action.ts'
import { useEditBase } from '../kit/use-edit-base.ts'
import { deleteTerm, editTerm, TERM_TAKEN } from './api.ts'
import { TermFields } from './term-fields.tsx'
import { changedFacts, TERM_FIELDS, TERM_RULES, type TermTexts, textsOf } from './term-form.ts'

interface EditTermDrawerProps {
  id: string
  onClose: () => void
  /** Merges the term with the one that already has the name. */
  onMerge: (term: AdminTerm, name: string) => void
}

export function EditTermDrawer({ id, onClose, onMerge }: EditTermDrawerProps) {
  const detail = useQuery(adminTermDetailOptions(id))
  useRecentItem('terms', id, detail.data?.nameCn || detail.data?.name, detail.data && placeOf(detail.data))
  return (
    <Dialog title={detail.data ? `编辑${placeOf(detail.data)}` : '编辑词条'} open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        <QueryView query={detail}>
          {/* Cached data may be outdated, so the form waits for a fresh version. */}
          {(opened) => detail.isFetchedAfterMount && <EditForm opened={opened} onClose={onClose} onMerge={onMerge} />}
        </QueryView>
      </div>
    </Dialog>
  )
}

interface EditFormProps {
  opened: Schemas['AdminTermDetail']
  onClose: () => void
  onMerge: (term: AdminTerm, name: string) => void
}

function EditForm({ opened, onClose, onMerge }: EditFormProps) {
  const client = useQueryClient()
  const { values, field, set, refuse, submit } = useForm<TermTexts>(textsOf(opened), TERM_RULES)
  const { base, rebased, meet } = useEditBase<Schemas['AdminTermDetail'], TermTexts>({
    opened,
    textsOf,
    fields: TERM_FIELDS,
    load: () => client.fetchQuery(adminTermDetailOptions(opened.id)),
    set,
  })
  const [taken, setTaken] = useState<string | null>(null)
  const save = useAction({
    run: (texts: TermTexts) => editTerm({ id: base.id, version: base.version, ...changedFacts(base, texts) }),
    refresh: [ADMIN_TERMS_KEY, TERMS_KEY, WORKS_KEY],
    onDone: onClose,
    done: '已保存',
    onRefused: (error, texts) => {
      if (isConflict(error)) return meet(texts)
      if (error instanceof ApiError && error.errorCode === TERM_TAKEN) {
        refuse('name', error.message)
        setTaken(texts.name.trim())
      }
    },
  })

  const remove = useAction({
    run: () => deleteTerm(base.id, base.version),
    // The deleted term itself cannot be refetched.
    refresh: [[...ADMIN_TERMS_KEY, 'list'], TERMS_KEY],
    onDone: onClose,
    done: '已删除',
  })

  function onSubmit(texts: TermTexts) {
    if (Object.keys(changedFacts(base, texts)).length === 0) toast('没有改动', { kind: 'warning' })
    else save.mutate(texts)
  }

  return (
    <form className="admin-form" noValidate onSubmit={submit(onSubmit)}>
      {rebased && <ConflictPanel key={base.version} rebased={rebased} values={{ ...values }} set={set} />}
      <TermFields kind={base.kind} field={field} nameHint="改名后，原名称成为别名，使用原名称的导入仍归入此词条" />
      {taken && (
        <Button block onClick={() => onMerge(base, taken)}>
          合并到同名词条
        </Button>
      )}
      {base.formerNames.length > 0 && (
        <p className="admin-note">导入时也识别这些旧名称：{base.formerNames.join('、')}</p>
      )}
      {base.count === 0 && (
        <Button block onClick={() => remove.mutate()} loading={remove.isPending} loadingText="删除中">
          删除这个没有作品的词条
        </Button>
      )}
      <DialogActions confirm="保存" busy={save.isPending} />
    </form>
  )
}
