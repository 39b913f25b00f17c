import { lazy, Suspense } from 'react'
import type { AdminWork } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { Spinner } from '@/shared/ui/spinner.tsx'
import type { BulkAction, WorksFilter } from './api.ts'
import type { VisibilityChange } from './works-columns.tsx'

const BulkDialog = lazy(async () => ({ default: (await import('./bulk-dialog.tsx')).BulkDialog }))
const CreateDrawer = lazy(async () => ({ default: (await import('./create-drawer.tsx')).CreateDrawer }))
const ExportDialog = lazy(() => import('./export-dialog.tsx'))
const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))
const VisibilityDialog = lazy(async () => ({ default: (await import('./visibility-dialog.tsx')).VisibilityDialog }))

/** Two works of one channel, which can be merged. */
type WorkPair = readonly [AdminWork, AdminWork]

/** A dialog of the page, and what it is about. */
export type AskedDialog =
  | { kind: 'create' }
  | { kind: 'bulk'; action: BulkAction }
  | { kind: 'export' }
  | { kind: 'merge'; pair: WorkPair }
  | ({ kind: 'visibility' } & VisibilityChange)

/** The works that are chosen in the table. */
export interface ChosenWorks {
  /** Empty for all of the list. */
  works: readonly AdminWork[]
  filter: WorksFilter
  total: number
}

interface WorksDialogProps {
  asked: AskedDialog
  chosen: ChosenWorks
  onClose: () => void
  /** Something happens to the chosen works. */
  onBegun: () => void
}

/** The dialog that is asked for. */
export function WorksDialog(props: WorksDialogProps) {
  return <Suspense fallback={<Spinner />}>{dialogOf(props)}</Suspense>
}

function dialogOf({ asked, chosen: { works, filter, total }, onClose, onBegun }: WorksDialogProps) {
  const ids = works.map(({ id }) => id)
  switch (asked.kind) {
    case 'create':
      return <CreateDrawer channel={channelOf(Number(filter.modId)).name} onClose={onClose} />
    case 'bulk':
      return <BulkDialog action={asked.action} {...{ ids, filter, total, onClose, onBegun }} />
    case 'export':
      return <ExportDialog {...{ ids, filter, total, onClose }} />
    case 'merge':
      return (
        <MergeDialog
          works={asked.pair}
          onClose={onClose}
          onDone={() => {
            onClose()
            onBegun()
          }}
        />
      )
    case 'visibility':
      return <VisibilityDialog work={asked.work} action={asked.action} onClose={onClose} />
  }
}

/** The chosen works, if they can be merged. */
export function pairOf(works: readonly AdminWork[]): WorkPair | null {
  const [first, second, third] = works
  if (!first || !second || third || first.modId !== second.modId) return null
  return [first, second]
}
