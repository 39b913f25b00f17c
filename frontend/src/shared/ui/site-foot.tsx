import { Link } from 'react-router-dom'
import { siteTexts } from '../api/app-config.ts'
import { SITE_PAGES } from '../config/site-pages.ts'
import './site-foot.css'

/** Footer with links to the pages about the site, and the operator's own line. */
export function SiteFoot() {
  const { footer } = siteTexts()
  return (
    <>
      <nav aria-label="关于本站" className="site-foot">
        {SITE_PAGES.map(({ path, title }) => (
          <Link key={path} to={path}>
            {title}
          </Link>
        ))}
      </nav>
      {footer && <p className="site-foot-line">{footer}</p>}
    </>
  )
}
