import { Flag } from 'lucide'
import { lazy, Suspense } from 'react'
import type { Work } from '@/shared/api/types.ts'
import { useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import './report-work.css'

const ReportDialog = lazy(() => import('./report-dialog.tsx'))

export function ReportWork({ work }: { work: Work }) {
  const sheet = useUrlDialog('sheet')
  return (
    <>
      <button type="button" className="report-work" aria-haspopup="dialog" onClick={() => sheet.open('report')}>
        <Icon of={Flag} size={16} />
        举报此作品
      </button>
      <Suspense>{sheet.value === 'report' && <ReportDialog work={work} onClose={sheet.close} />}</Suspense>
    </>
  )
}
