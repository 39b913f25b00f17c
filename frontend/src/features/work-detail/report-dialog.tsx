import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { captchaOptions } from '@/entities/captcha/api.ts'
import { CaptchaField } from '@/entities/captcha/captcha-field.tsx'
import { refusedField } from '@/entities/captcha/refused-field.ts'
import { codeRule } from '@/entities/captcha/rules.ts'
import type { CaptchaState } from '@/entities/captcha/use-captcha.ts'
import { reportWork, type ReportForm as SentReport } from '@/entities/report/api.ts'
import { REPORT_REASONS, type ReportReason } from '@/entities/report/reasons.ts'
import { useDraft } from '@/entities/user/use-draft.ts'
import { useStoredUser } from '@/shared/api/session.ts'
import type { Work } from '@/shared/api/types.ts'
import { REPORT_CONTACT_MAX, REPORT_DETAIL_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { type Rule, useForm } from '@/shared/lib/use-form.ts'
import { dropDraft } from '@/shared/state/drafts.ts'
import { Button } from '@/shared/ui/button.tsx'
import { RadioList } from '@/shared/ui/choices.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { TextArea, TextField } from '@/shared/ui/field.tsx'

/** The captcha of a report; members need none. */
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

/** The form of a report, and its confirmation. */
export default function ReportDialog({ work, onClose }: { work: Work; onClose: () => void }) {
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

interface Report {
  reason: ReportReason | null
  detail: string
  contact: string
  code: string
}

function ReportForm({ work, onSent }: { work: Work; onSent: () => void }) {
  // After the end of a session the report is a visitor's, until somebody logs in.
  const captcha = useReportCaptcha(!useStoredUser())
  const draft = `report ${work.id}`
  const { values, errors, field, set, refuse, submit } = useForm<Report>(
    { reason: null, detail: '', contact: '', code: '' },
    {
      reason: (reason) => (reason ? null : '请选择举报原因'),
      detail: atMost(REPORT_DETAIL_MAX),
      contact: atMost(REPORT_CONTACT_MAX),
      code: (text) => (captcha.on ? codeRule(text) : null),
    },
    { onGivenUp: () => dropDraft(draft) },
  )
  useDraft(draft, values.detail, (detail) => set({ detail }))
  const report = useMutation({
    mutationFn: (sent: SentReport) => reportWork(sent),
    onSuccess: () => {
      dropDraft(draft)
      onSent()
    },
    onError: (error) => {
      // The answer belongs to the picture that is replaced.
      set({ code: '' })
      if (refusedField(error) === 'code') refuse('code', error.message)
      captcha.refresh()
    },
  })
  function send({ reason, detail, contact, code }: Report) {
    if (!reason) return
    report.mutate({
      dataId: work.id,
      reason,
      ...(detail.trim() && { detail: detail.trim() }),
      ...(contact.trim() && { contact: contact.trim() }),
      ...(captcha.on && { code: code.trim(), uuid: captcha.uuid }),
    })
  }
  return (
    <form className="report-form" noValidate onSubmit={submit(send)}>
      <RadioList
        label="举报原因"
        choices={REPORT_REASONS}
        current={values.reason}
        error={errors.reason?.message}
        onChange={(reason) => set({ reason })}
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

function atMost(limit: number): Rule<Report> {
  return (text) => (codePoints(text) > limit ? `最多${limit}个字` : null)
}
