import { Flag } from 'lucide'
import { lazy, Suspense, useState } from 'react'
import type { Work } from '@/shared/api/types.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import './report-work.css'

const ReportDialog = lazy(() => import('./report-dialog.tsx'))

export function ReportWork({ work }: { work: Work }) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <button type="button" className="report-work" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon of={Flag} size={16} />
        举报此作品
      </button>
      <Suspense>{open && <ReportDialog work={work} onClose={close} />}</Suspense>
    </>
  )
}
