import { ChevronDown, ChevronUp } from 'lucide'
import type { Ref } from 'react'
import { Icon } from '@/shared/ui/icons.tsx'
import type { RowSteps, Step } from './row-steps.ts'
import '@/shared/ui/icon-button.css'
import './step-bar.css'

interface StepBarProps {
  steps: RowSteps
  /** Rows of the list. */
  total: number
  /** How they are counted, such as 条. */
  unit: string
  /** What is announced with a new place. */
  title: string
  /** With words beside the arrows. */
  worded?: boolean
  /** The place, which can take the focus. */
  placeRef?: Ref<HTMLParagraphElement>
}

/** The way to the previous and the next row, with the place of the open one in the list. */
export function StepBar({ steps: { place, previous, next }, total, unit, title, worded, placeRef }: StepBarProps) {
  return (
    <div className="step-bar" data-worded={worded || undefined}>
      <StepButton label={`上一${unit}`} icon={ChevronUp} worded={worded} go={previous} />
      <p ref={placeRef} tabIndex={-1} role="status" className="step-bar-place numeric">
        <span className="visually-hidden">{title} </span>
        {place > 0 ? `${place} / ${total}` : '—'}
      </p>
      <StepButton label={`下一${unit}`} icon={ChevronDown} worded={worded} go={next} />
    </div>
  )
}

interface StepButtonProps {
  label: string
  icon: typeof ChevronUp
  worded: boolean | undefined
  go: Step | null
}

/** It keeps the focus at the end of the list, where it leads no further. */
function StepButton({ label, icon, worded, go }: StepButtonProps) {
  return (
    <button
      type="button"
      className={worded ? 'step-bar-button' : 'icon-button'}
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
