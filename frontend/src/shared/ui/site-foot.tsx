import { Link } from 'react-router-dom'
import { SITE_PAGES } from '../config/site-pages.ts'
import './site-foot.css'

/** Footer with links to the pages about the site. */
export function SiteFoot() {
  return (
    <nav aria-label="关于本站" className="site-foot">
      {SITE_PAGES.map(({ path, title }) => (
        <Link key={path} to={path}>
          {title}
        </Link>
      ))}
    </nav>
  )
}
