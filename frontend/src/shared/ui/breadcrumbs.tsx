import { ChevronRight } from 'lucide'
import { Link } from 'react-router-dom'
import { Icon } from './icons.tsx'
import './breadcrumbs.css'

/** A page above the current one. */
export interface Crumb {
  label: string
  to: string
}

/** The way from the home page to this one, on wide screens (R1.34). */
export function Breadcrumbs({ above, current }: { above: readonly Crumb[]; current: string }) {
  return (
    <nav className="breadcrumbs" aria-label="当前位置">
      <ol>
        {[{ label: '首页', to: '/index' }, ...above].map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
            <Icon of={ChevronRight} size={14} />
          </li>
        ))}
        <li aria-current="page">{current}</li>
      </ol>
    </nav>
  )
}
