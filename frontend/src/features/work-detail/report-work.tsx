import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { reportWork } from '@/entities/report/api/report-work.ts'
import { REPORT_REASONS, type ReportReason } from '@/entities/report/reasons.ts'
import type { Work } from '@/shared/api/types.ts'
import { REPORT_CONTACT_MAX, REPORT_DETAIL_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { type Rule, useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { RadioList, TextArea, TextField } from '@/shared/ui/field.tsx'
import { Icon } from '@/shared/ui/icons.tsx'

/** A quiet way to tell the operators that something is wrong with a work. */
export function ReportWork({ work }: { work: Work }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="report-work" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="flag" size={16} />
        举报此作品
      </button>
      {open && <ReportDialog work={work} onClose={close} />}
    </>
  )
}

function ReportDialog({ work, onClose }: { work: Work; onClose: () => void }) {
  const report = useMutation({ mutationFn: reportWork })
  return (
    <Dialog title={`举报 ${work.number}`} open onClose={onClose} shape="sheet">
      {report.isSuccess ? (
        <>
          <p className="dialog-text" role="status">
            已收到您的举报，感谢您的反馈。我们会尽快核实处理。
          </p>
          <Button primary block onClick={onClose}>
            完成
          </Button>
        </>
      ) : (
        <ReportForm
          sending={report.isPending}
          onSend={(reason, { detail, contact }) =>
            report.mutate({
              dataId: work.id,
              reason,
              ...(detail.trim() && { detail: detail.trim() }),
              ...(contact.trim() && { contact: contact.trim() }),
            })
          }
        />
      )}
    </Dialog>
  )
}

interface Words {
  detail: string
  contact: string
}

interface ReportFormProps {
  sending: boolean
  onSend: (reason: ReportReason, words: Words) => void
}

function ReportForm({ sending, onSend }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [missing, setMissing] = useState(false)
  const { form, field, submit } = useForm<Words>(
    { detail: '', contact: '' },
    { detail: atMost(REPORT_DETAIL_MAX), contact: atMost(REPORT_CONTACT_MAX) },
  )
  return (
    <form
      ref={form}
      className="report-form"
      noValidate
      onSubmit={submit((words) => (reason ? onSend(reason, words) : setMissing(true)))}
    >
      <RadioList
        label="举报原因"
        choices={REPORT_REASONS}
        current={reason}
        error={missing && !reason ? '请选择举报原因' : null}
        onChange={setReason}
      />
      <TextArea label="说明（选填）" field={field('detail')} maxLength={REPORT_DETAIL_MAX} counter />
      <TextField
        label="联系方式（选填）"
        field={field('contact')}
        hint="仅用于核实，不会公开"
        maxLength={REPORT_CONTACT_MAX}
        autoComplete="off"
      />
      <Button primary block type="submit" loading={sending} loadingText="提交中">
        提交举报
      </Button>
    </form>
  )
}

function atMost(limit: number): Rule<Words> {
  return (text) => (codePoints(text) > limit ? `最多${limit}个字` : null)
}
