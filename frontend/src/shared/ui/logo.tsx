import { siteTexts } from '../api/app-config.ts'
import './logo.css'

/** The mark, and the site's name. */
export function Logo({ large = false }: { large?: boolean }) {
  return (
    <span className={large ? 'logo logo-large' : 'logo'}>
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path d="M7 7.5h18M7 24.500h18" stroke="var(--accent)" strokeWidth="2.8" strokeLinecap="round" />
        <path d="M12.5 11.700v8.600l7.4-4.300z" fill="currentColor" />
      </svg>
      <span className="logo-name">{siteTexts().name}</span>
    </span>
  )
}
