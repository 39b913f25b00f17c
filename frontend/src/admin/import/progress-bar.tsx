import { percent } from './import-labels.ts'

interface ProgressBarProps {
  /** What is under way; heard, not seen. */
  label: string
  value: number
  max: number
}

/** How much of a whole is done. */
export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <div className="import-bar">
      <progress aria-label={label} value={Math.min(value, max)} max={max} />
      <span className="numeric" aria-hidden="true">
        {percent(value, max)}%
      </span>
    </div>
  )
}
