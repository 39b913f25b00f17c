import { ChevronDown, ChevronUp } from 'lucide'
import type { Ref } from 'react'
import { Icon } from '@/shared/ui/icons.tsx'
import type { QueueSteps, Step } from './use-queue-steps.ts'
import '@/shared/ui/icon-button.css'
import './inbox.css'

interface StepBarProps {
  steps: QueueSteps
  /** Number of conversations in the queue. */
  total: number
  /** What is announced with a new place. */
  title: string
  /** With words beside the arrows. */
  worded?: boolean
  /** The place, which can take the focus. */
  placeRef?: Ref<HTMLParagraphElement>
}

/** The way to the previous and the next conversation, with the place of this one in the queue. */
export function StepBar({ steps: { place, previous, next }, total, title, worded, placeRef }: StepBarProps) {
  return (
    <div className="inbox-steps" data-worded={worded || undefined}>
      <StepButton label="上一条" icon={ChevronUp} worded={worded} go={previous} />
      <p ref={placeRef} tabIndex={-1} role="status" className="inbox-place numeric">
        <span className="visually-hidden">{title} </span>
        {place > 0 ? `${place} / ${total}` : '—'}
      </p>
      <StepButton label="下一条" icon={ChevronDown} worded={worded} go={next} />
    </div>
  )
}

interface StepButtonProps {
  label: string
  icon: typeof ChevronUp
  worded: boolean | undefined
  go: Step | null
}

/** It keeps the focus at the end of the queue, where it leads no further. */
function StepButton({ label, icon, worded, go }: StepButtonProps) {
  return (
    <button
      type="button"
      className={worded ? 'inbox-step' : 'icon-button'}
      aria-label={worded ? undefined : label}
      aria-disabled={go === null || undefined}
      title={worded ? undefined : label}
      onClick={() => go?.('button')}
    >
      <Icon of={icon} />
      {worded && label}
    </button>
  )
}
