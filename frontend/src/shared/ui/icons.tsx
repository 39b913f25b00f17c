import { type IconNode, Pause, Play, Star } from 'lucide'
import { createElement } from 'react'

/** Icons that are filled instead of stroked. */
const SOLID: readonly IconNode[] = [Pause, Play, Star]

/** A decorative icon in the text colour; the control needs a label of its own. */
export function Icon({ of: shape, size = 20 }: { of: IconNode; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={SOLID.includes(shape) ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shape.map(([tag, attributes], index) => createElement(tag, { key: index, ...attributes }))}
    </svg>
  )
}
