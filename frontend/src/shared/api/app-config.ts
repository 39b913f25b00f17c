import { pageLoad } from '../lib/page-load.ts'
import { correctClock } from './clock.ts'
import type { Schemas } from './contract.ts'

/** Configuration, signing secret and width and height of the logo, which the server inlines into the page. */
type PageConfig = Schemas['AppConfig'] & { appSecret?: string; logoShape?: string }

let inlined: PageConfig | null | undefined

/** The inlined configuration; `null` on the development server. */
export function inlinedConfig(): PageConfig | null {
  if (inlined === undefined) inlined = readInlined()
  return inlined
}

function readInlined(): PageConfig | null {
  try {
    const text = document.getElementById('app-config')?.textContent
    const config = text ? (JSON.parse(text) as Partial<PageConfig>) : null
    const time = config?.serverTime
    // A page from the browser's store is old, but never from the future.
    if (typeof time === 'number' && (time > Date.now() || pageLoad().fresh)) correctClock(time)
    return config?.kid && config.publicKey ? (config as PageConfig) : null
  } catch {
    return null
  }
}

/** The site's own words, which operators can change. */
export interface SiteTexts {
  name: string
  /** Path of the logo; empty for the drawn one. */
  logo: string
  announcement: string
  footer: string
  /** A notice above the plans. */
  planNotice: string
}

/** The site's own words as of this page load. */
export function siteTexts(): SiteTexts {
  const config = inlinedConfig()
  return {
    name: config?.siteName || '映库',
    logo: config?.logo ?? '',
    announcement: config?.announcement ?? '',
    footer: config?.footer ?? '',
    planNotice: config?.planNotice ?? '',
  }
}

/** Width and height of the logo as of this page load, as CSS has them; unknown for others. */
export function logoShape(path: string): string | undefined {
  const config = inlinedConfig()
  return path === config?.logo ? config.logoShape : undefined
}

/** Widths of the copies that the server makes of its own pictures, in pixels; api/crates/catalogue/src/media/resized.rs has the same. */
const WIDTHS = [240, 360, 480, 720, 1200]

/** `srcset` of a picture that the server has in several widths; none for drawn ones and those of other hosts. */
export function mediaSet(path: string): string | undefined {
  const url = mediaUrl(path)
  if (!/^\/(?!\/).*\.(jpe?g|png|webp)$/i.test(url)) return undefined
  return WIDTHS.map((width) => `${url}?w=${width} ${width}w`).join(', ')
}

/** Whether this server has the pictures; those of another host are not uploaded here. */
export function hasPictures(): boolean {
  return !(inlinedConfig()?.imageBase ?? '').startsWith('https://')
}

/** URL of a picture or clip: absolute ones unchanged, relative ones below the image base (R14.10). */
export function mediaUrl(path: string): string {
  if (path === '' || /^((https?:)?\/\/|data:)/i.test(path)) return path
  const base = inlinedConfig()?.imageBase ?? '/media'
  return `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
}
