import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { WorkSheet } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CancelButton, Dialog } from '@/shared/ui/dialog.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { ErrorView } from '@/shared/ui/states.tsx'
import { ConflictPanel } from '../conflict-panel.tsx'
import { isConflict, useEditBase } from '../use-edit-base.ts'
import { DESK_WORKS_KEY } from './api/desk-works.ts'
import { editWork, workSheetOptions } from './api/work-sheet.ts'
import { WORK_RULES, WorkFields } from './work-fields.tsx'
import { changedFields, shownText, textsOf, WORK_FIELDS, type WorkTexts } from './work-form.ts'

/** The form of everything that can be changed of a work. */
export function EditDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const sheet = useQuery(workSheetOptions(id))
  return (
    <Dialog title={sheet.data ? `编辑 ${sheet.data.number}` : '编辑作品'} open onClose={onClose} shape="sheet">
      <div className="desk-drawer">
        {sheet.isPending && <Spinner />}
        {sheet.isError && !sheet.data && <ErrorView error={sheet.error} onRetry={() => void sheet.refetch()} />}
        {/* What was kept from the last look may be old: nobody is to save over what came since. */}
        {sheet.data && sheet.isFetchedAfterMount && <EditForm id={id} opened={sheet.data} onClose={onClose} />}
      </div>
    </Dialog>
  )
}

function EditForm({ id, opened, onClose }: { id: string; opened: WorkSheet; onClose: () => void }) {
  const client = useQueryClient()
  const { form, values, field, set, submit } = useForm<WorkTexts>(textsOf(opened), WORK_RULES)
  const { base, rebased, meet } = useEditBase({
    opened,
    textsOf,
    fields: WORK_FIELDS,
    load: () => client.fetchQuery(workSheetOptions(id)),
    set,
  })
  const save = useMutation({
    mutationFn: (texts: WorkTexts) => editWork({ id, version: base.version, ...changedFields(base, texts) }),
    onSuccess: () => {
      onClose()
      toast('已保存', { kind: 'success' })
      void client.invalidateQueries({ queryKey: ['works'] })
      return client.invalidateQueries({ queryKey: DESK_WORKS_KEY })
    },
    onError: (error, texts) => (isConflict(error) ? meet(texts) : toast(error.message, { kind: 'error' })),
  })

  function onSubmit(texts: WorkTexts) {
    if (Object.keys(changedFields(base, texts)).length === 0) toast('没有改动', { kind: 'warning' })
    else save.mutate(texts)
  }

  return (
    <form ref={form} className="desk-form" noValidate onSubmit={submit(onSubmit)}>
      {rebased && <ConflictPanel key={base.version} rebased={rebased} values={values} set={set} show={shownText} />}
      <WorkFields field={field} />
      <div className="dialog-actions">
        <CancelButton />
        <Button primary type="submit" loading={save.isPending} loadingText="保存中">
          保存
        </Button>
      </div>
    </form>
  )
}
