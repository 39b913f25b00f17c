import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import type { AdminTerm } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CancelButton, Dialog } from '@/shared/ui/dialog.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { ErrorView } from '@/shared/ui/states.tsx'
import { ConflictPanel } from '../kit/conflict-panel.tsx'
import { isConflict, useEditBase } from '../kit/use-edit-base.ts'
import { ADMIN_TERMS_KEY, deleteTerm, editTerm, termDetailOptions } from './api.ts'
import { TermFields } from './term-fields.tsx'
import { changedFacts, TERM_FIELDS, TERM_RULES, type TermTexts, textsOf } from './term-form.ts'
import { placeOf } from './term-kinds.ts'

interface EditTermDrawerProps {
  id: string
  onClose: () => void
  /** The term is to be merged with the one that has the wanted name. */
  onMerge: (term: AdminTerm, name: string) => void
}

/** The form of everything that can be changed of a term. */
export function EditTermDrawer({ id, onClose, onMerge }: EditTermDrawerProps) {
  const sheet = useQuery(termDetailOptions(id))
  return (
    <Dialog title={sheet.data ? `编辑${placeOf(sheet.data)}` : '编辑词条'} open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        {sheet.isPending && <Spinner />}
        {sheet.isError && !sheet.data && <ErrorView error={sheet.error} onRetry={() => void sheet.refetch()} />}
        {/* What was kept from the last look may be old: nobody is to save over what came since. */}
        {sheet.data && sheet.isFetchedAfterMount && (
          <EditForm opened={sheet.data} onClose={onClose} onMerge={onMerge} />
        )}
      </div>
    </Dialog>
  )
}

interface EditFormProps {
  opened: Schemas['TermSheet']
  onClose: () => void
  onMerge: (term: AdminTerm, name: string) => void
}

function EditForm({ opened, onClose, onMerge }: EditFormProps) {
  const client = useQueryClient()
  const { form, values, field, set, refuse, submit } = useForm<TermTexts>(textsOf(opened), TERM_RULES)
  const { base, rebased, meet } = useEditBase<Schemas['TermSheet'], TermTexts>({
    opened,
    textsOf,
    fields: TERM_FIELDS,
    load: () => client.fetchQuery(termDetailOptions(opened.id)),
    set,
  })
  const [taken, setTaken] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (texts: TermTexts) => editTerm({ id: base.id, version: base.version, ...changedFacts(base, texts) }),
    onSuccess: () => {
      onClose()
      toast('已保存', { kind: 'success' })
      for (const key of ['terms', 'works']) void client.invalidateQueries({ queryKey: [key] })
      return client.invalidateQueries({ queryKey: ADMIN_TERMS_KEY })
    },
    onError: (error, texts) => {
      if (isConflict(error)) return meet(texts)
      if (error instanceof ApiError && error.word === 'term_taken') {
        refuse('name', error.message)
        setTaken(texts.name.trim())
      } else toast(error.message, { kind: 'error' })
    },
  })

  const remove = useMutation({
    mutationFn: () => deleteTerm(base.id, base.version),
    onSuccess: () => {
      onClose()
      toast('已删除', { kind: 'success' })
      void client.invalidateQueries({ queryKey: ['terms'] })
      return client.invalidateQueries({ queryKey: ADMIN_TERMS_KEY })
    },
  })

  function onSubmit(texts: TermTexts) {
    if (Object.keys(changedFacts(base, texts)).length === 0) toast('没有改动', { kind: 'warning' })
    else save.mutate(texts)
  }

  return (
    <form ref={form} className="admin-form" noValidate onSubmit={submit(onSubmit)}>
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
      <div className="dialog-actions">
        <CancelButton />
        <Button primary type="submit" loading={save.isPending} loadingText="保存中">
          保存
        </Button>
      </div>
    </form>
  )
}
