import { percent } from './import-labels.ts'

interface ProgressBarProps {
  /** For screen readers only. */
  label: string
  value: number
  max: number
}

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
