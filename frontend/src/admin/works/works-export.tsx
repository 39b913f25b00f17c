import { lazy, Suspense, useState } from 'react'
import { Button } from '@/shared/ui/button.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import type { WorksFilter } from './api.ts'

const ExportDialog = lazy(() => import('./export-dialog.tsx'))

/** Saves the works of the filter as a file. */
export function WorksExport({ filter, total }: { filter: WorksFilter; total: number }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button disabled={total === 0} onClick={() => setOpen(true)}>
        导出
      </Button>
      {isOpen && (
        <Suspense fallback={<Spinner />}>
          <ExportDialog filter={filter} total={total} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
