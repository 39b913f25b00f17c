import { useMutation, useQuery } from '@tanstack/react-query'
import { Flag } from 'lucide'
import { useState } from 'react'
import { captchaOptions } from '@/entities/captcha/api/captcha.ts'
import { CaptchaField } from '@/entities/captcha/captcha-field.tsx'
import { refusedField } from '@/entities/captcha/refused-field.ts'
import { codeRule } from '@/entities/captcha/rules.ts'
import type { CaptchaState } from '@/entities/captcha/use-captcha.ts'
import { reportWork } from '@/entities/report/api/report-work.ts'
import { REPORT_REASONS, type ReportReason } from '@/entities/report/reasons.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import type { Work } from '@/shared/api/types.ts'
import { REPORT_CONTACT_MAX, REPORT_DETAIL_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { type Rule, useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { RadioList, TextArea, TextField } from '@/shared/ui/field.tsx'
import { Icon } from '@/shared/ui/icons.tsx'

/** The captcha that keeps programs from reporting; members need none. */
function useReportCaptcha(needed: boolean): CaptchaState {
  const { data, refetch, isFetching } = useQuery({ ...captchaOptions(), enabled: needed })
  return {
    on: needed && data?.captchaOnOff !== false,
    image: isFetching ? null : (data?.img ?? null),
    uuid: data?.uuid ?? '',
    loading: isFetching,
    refresh: () => {
      if (needed) void refetch()
    },
  }
}

/** A quiet way to tell the operators that something is wrong with a work. */
export function ReportWork({ work }: { work: Work }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="report-work" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon of={Flag} size={16} />
        举报此作品
      </button>
      {open && <ReportDialog work={work} onClose={close} />}
    </>
  )
}

function ReportDialog({ work, onClose }: { work: Work; onClose: () => void }) {
  const [sent, setSent] = useState(false)
  return (
    <Dialog title={`举报 ${work.number}`} open onClose={onClose} shape="sheet">
      {sent ? (
        <>
          <p className="dialog-text" role="status">
            已收到您的举报，感谢您的反馈。我们会尽快核实处理。
          </p>
          <Button primary block onClick={onClose}>
            完成
          </Button>
        </>
      ) : (
        <ReportForm work={work} onSent={() => setSent(true)} />
      )}
    </Dialog>
  )
}

interface Words {
  detail: string
  contact: string
  code: string
}

function ReportForm({ work, onSent }: { work: Work; onSent: () => void }) {
  const signedIn = useSignedIn()
  const captcha = useReportCaptcha(!signedIn)
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [missing, setMissing] = useState(false)
  const { form, field, refuse, submit } = useForm<Words>(
    { detail: '', contact: '', code: '' },
    {
      detail: atMost(REPORT_DETAIL_MAX),
      contact: atMost(REPORT_CONTACT_MAX),
      code: (text) => (captcha.on ? codeRule(text) : null),
    },
  )
  const report = useMutation({
    mutationFn: reportWork,
    onSuccess: onSent,
    onError: (error) => {
      if (refusedField(error) === 'code') refuse('code', error.message)
      captcha.refresh()
    },
  })
  function send(why: ReportReason, { detail, contact, code }: Words) {
    report.mutate({
      dataId: work.id,
      reason: why,
      ...(detail.trim() && { detail: detail.trim() }),
      ...(contact.trim() && { contact: contact.trim() }),
      ...(captcha.on && { code: code.trim(), uuid: captcha.uuid }),
    })
  }
  const trySending = submit((words) => reason && send(reason, words))
  return (
    <form
      ref={form}
      className="report-form"
      noValidate
      onSubmit={(event) => {
        setMissing(true)
        trySending(event)
      }}
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
      <CaptchaField field={field('code')} captcha={captcha} />
      <Button primary block type="submit" loading={report.isPending} loadingText="提交中">
        提交举报
      </Button>
    </form>
  )
}

function atMost(limit: number): Rule<Words> {
  return (text) => (codePoints(text) > limit ? `最多${limit}个字` : null)
}
