import { useState } from 'react'
import type { Job } from '@/shared/api/types.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { TextField } from '@/shared/ui/field.tsx'
import { useAction } from '../kit/use-action.ts'
import { changeJobs, type FilmTarget, JOBS_KEY } from './api.ts'

/** Characters of a number. */
const NUMBER_MAX = 64

interface AgainDialogProps {
  job: Job
  onClose: () => void
}

/** Runs a film again, for the same work or another one. */
export function AgainDialog({ job, onClose }: AgainDialogProps) {
  const [replaces, setReplaces] = useState(false)
  const { field, submit } = useForm({ number: job.number ?? '' }, { number: numberRule })
  const again = useAction({
    run: (target: FilmTarget) => changeJobs('again', [job], target),
    refresh: [JOBS_KEY],
    onDone: onClose,
    done: '已排队',
  })
  return (
    <Dialog title="重新运行" open onClose={onClose}>
      <form
        className="admin-form"
        noValidate
        onSubmit={submit(({ number }) => again.mutate({ number: number.trim(), replaces }))}
      >
        <p className="admin-note">“{job.name}”会再转码一次，完成后作品可在线播放。</p>
        <TextField label="作品的番号或 id" field={field('number')} maxLength={NUMBER_MAX} />
        <CheckBox label="替换作品已有的影片" checked={replaces} onChange={setReplaces} />
        <DialogActions confirm="重新运行" busy={again.isPending} loadingText="处理中" />
      </form>
    </Dialog>
  )
}

function numberRule(text: string): string | null {
  if (text.trim() === '') return '请填写番号或 id'
  return codePoints(text.trim()) > NUMBER_MAX ? `最多${NUMBER_MAX}个字` : null
}
