import './progress-bar.css'

interface ProgressBarProps {
  /** For screen readers only. */
  label: string
  value: number
  max: number
}

export function ProgressBar({ label, value, max }: ProgressBarProps) {
  return (
    <div className="progress-bar">
      <progress aria-label={label} value={Math.min(value, max)} max={max} />
      <span className="numeric" aria-hidden="true">
        {percent(value, max)}%
      </span>
    </div>
  )
}

/** Percentage from 0 to 100. */
export function percent(part: number, whole: number): number {
  return whole > 0 ? Math.min(100, Math.floor((part / whole) * 100)) : 0
}
