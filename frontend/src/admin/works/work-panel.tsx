import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Dialog } from '@/shared/ui/dialog.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { useRecentItem } from '../kit/recent-items.ts'
import { StepBar } from '../kit/step-bar.tsx'
import { usePageKeys } from '../kit/use-page-keys.ts'
import { adminWorkDetailOptions } from './api.ts'
import { EditForm, type EditPlace } from './edit-form.tsx'
import type { WorkSteps } from './use-work-steps.ts'

interface WorkPanelProps {
  id: string
  /** Stands beside the table instead of above it. */
  beside: boolean
  steps: WorkSteps
  onClose: () => void
}

/** A work to edit, with the ways to those around it in the table. */
export function WorkPanel({ id, beside, steps, onClose }: WorkPanelProps) {
  const detail = useQuery(adminWorkDetailOptions(id))
  const { number, title } = detail.data ?? {}
  useRecentItem('works', id, number, title)
  const heading = useRef<HTMLParagraphElement>(null)
  const place = useRef<EditPlace>({ field: null, top: 0 })
  const { arrival } = steps
  const focused = arrival?.id === id ? arrival.field : null
  useEffect(() => {
    if (arrival?.id === id && arrival.field === null) heading.current?.focus({ preventScroll: true })
  }, [id, arrival])
  usePageKeys(
    {
      j: () => steps.next?.('key'),
      k: () => steps.previous?.('key'),
    },
    heading,
  )

  const name = number ? `编辑 ${number}` : '编辑作品'
  const bar = <StepBar steps={steps} total={steps.total} unit="部" title={name} worded={!beside} placeRef={heading} />
  return (
    <Dialog title={name} open onClose={onClose} shape="panel" beside={beside} filled action={beside && bar}>
      {!beside && bar}
      <QueryView query={detail}>
        {/* Cached data may be outdated, so the form waits for a fresh version. */}
        {(opened) =>
          detail.isFetchedAfterMount && (
            <EditForm
              key={id}
              id={id}
              opened={opened}
              place={place}
              focused={focused}
              leave={() => steps.leave(id, () => place.current.field)}
            />
          )
        }
      </QueryView>
    </Dialog>
  )
}
