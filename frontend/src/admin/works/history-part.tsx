import { lazy, Suspense, useState } from 'react'
import type { AdminWorkDetail } from '@/shared/api/types.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Spinner } from '@/shared/ui/spinner.tsx'
import type { WorkTexts } from './work-form.ts'
import './work-history.css'

const WorkHistory = lazy(() => import('./work-history.tsx'))

interface HistoryPartProps {
  work: AdminWorkDetail
  /** Sets fields of the form. */
  set: (texts: Partial<WorkTexts>) => void
}

/** The history of a work, which loads when it is opened. */
export function HistoryPart({ work, set }: HistoryPartProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="work-history-part" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>历史</summary>
      {isOpen && (
        <Suspense fallback={<Spinner />}>
          <WorkHistory
            work={work}
            onRestore={(texts) => {
              set(texts)
              toast('已填入这一版的内容，保存后生效')
            }}
          />
        </Suspense>
      )}
    </details>
  )
}
