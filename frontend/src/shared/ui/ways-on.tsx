import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import './chip.css'
import './ways-on.css'

/** Where to go from an address that leads to nothing: what the page knows, the search, home. */
export function WaysOn({ children }: { children?: ReactNode }) {
  return (
    <div className="ways-on">
      {children}
      <Link to="/search" className="chip">
        搜索
      </Link>
      <Link to="/index" className="chip">
        返回首页
      </Link>
    </div>
  )
}
