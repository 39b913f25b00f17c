import { useState } from 'react'
import { logoShape, mediaSet, mediaUrl, siteTexts } from '../api/app-config.ts'
import './logo.css'

/** The mark, and the site's name. */
export function Logo({ large = false }: { large?: boolean }) {
  const { logo, name } = siteTexts()
  return (
    <span className={large ? 'logo logo-large' : 'logo'}>
      <LogoMark path={logo} />
      <span className="logo-name">{name}</span>
    </span>
  )
}

/** The mark: the site's own picture, or the drawn one where there is none or it cannot be loaded. */
export function LogoMark({ path }: { path: string }) {
  const [brokenPath, setBrokenPath] = useState('')
  // Its room is there before the picture is, so that it moves nothing; the age question shows it first, above the name.
  const shape = logoShape(path)
  if (path !== brokenPath) {
    return (
      <img
        src={mediaUrl(path)}
        srcSet={mediaSet(path)}
        sizes="84px"
        alt=""
        className="logo-mark"
        style={shape ? { aspectRatio: shape } : undefined}
        onError={() => setBrokenPath(path)}
      />
    )
  }
  return (
    <svg viewBox="0 0 32 32" className="logo-mark" aria-hidden="true" focusable="false">
      <path d="M7 7.5h18M7 24.500h18" stroke="var(--accent)" strokeWidth="2.8" strokeLinecap="round" />
      <path d="M12.5 11.700v8.600l7.4-4.300z" fill="currentColor" />
    </svg>
  )
}
