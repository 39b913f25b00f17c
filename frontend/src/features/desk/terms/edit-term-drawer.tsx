import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiError } from '@/shared/api/errors.ts'
import type { DeskTerm, TermEdit, TermSheet } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CancelButton, Dialog } from '@/shared/ui/dialog.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { ErrorView } from '@/shared/ui/states.tsx'
import { DESK_TERMS_KEY, editTerm, termSheetOptions } from './api/desk-terms.ts'
import { TermFields } from './term-fields.tsx'
import { changedFacts, TERM_RULES, type TermTexts, textsOf } from './term-form.ts'
import { placeOf } from './term-kinds.ts'

interface EditTermDrawerProps {
  id: string
  onClose: () => void
  /** The term is to be merged with the one that has the wanted name. */
  onMerge: (term: DeskTerm, name: string) => void
}

/** The form of everything that can be changed of a term. */
export function EditTermDrawer({ id, onClose, onMerge }: EditTermDrawerProps) {
  const sheet = useQuery(termSheetOptions(id))
  return (
    <Dialog title={sheet.data ? `编辑${placeOf(sheet.data)}` : '编辑词条'} open onClose={onClose} shape="sheet">
      <div className="desk-drawer">
        {sheet.isPending && <Spinner />}
        {sheet.isError && !sheet.data && <ErrorView error={sheet.error} onRetry={() => void sheet.refetch()} />}
        {/* What was kept from the last look may be old: nobody is to save over what came since. */}
        {sheet.data && sheet.isFetchedAfterMount && (
          <EditForm before={sheet.data} onClose={onClose} onMerge={onMerge} />
        )}
      </div>
    </Dialog>
  )
}

interface EditFormProps {
  before: TermSheet
  onClose: () => void
  onMerge: (term: DeskTerm, name: string) => void
}

function EditForm({ before, onClose, onMerge }: EditFormProps) {
  const client = useQueryClient()
  const { form, field, refuse, submit } = useForm<TermTexts>(textsOf(before), TERM_RULES)
  const [taken, setTaken] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (change: Omit<TermEdit, 'id'>) => editTerm({ id: before.id, ...change }),
    onSuccess: () => {
      onClose()
      toast('已保存', { kind: 'success' })
      for (const key of ['terms', 'works']) void client.invalidateQueries({ queryKey: [key] })
      return client.invalidateQueries({ queryKey: DESK_TERMS_KEY })
    },
    onError: (error, { name }) => {
      if (error instanceof ApiError && error.word === 'term_taken' && name) {
        refuse('name', error.message)
        setTaken(name)
      } else toast(error.message, { kind: 'error' })
    },
  })

  function onSubmit(texts: TermTexts) {
    const change = changedFacts(before, texts)
    if (Object.keys(change).length === 0) toast('没有改动', { kind: 'warning' })
    else save.mutate(change)
  }

  return (
    <form ref={form} className="desk-form" noValidate onSubmit={submit(onSubmit)}>
      <TermFields kind={before.kind} field={field} nameHint="改名后，原名称成为别名，使用原名称的导入仍归入此词条" />
      {taken && (
        <Button block onClick={() => onMerge(before, taken)}>
          合并到同名词条
        </Button>
      )}
      {before.formerNames.length > 0 && (
        <p className="desk-note">导入时也识别这些旧名称：{before.formerNames.join('、')}</p>
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
