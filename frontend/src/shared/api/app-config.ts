import { correctClock } from './clock.ts'
import type { Schemas } from './contract.ts'

/** What the server writes into the page: its configuration, and the secret that requests are signed with. */
type PageConfig = Schemas['AppConfig'] & { appSecret?: string }

let inlined: PageConfig | null | undefined

/** The configuration the server wrote into the page; `null` on the development server. */
export function inlinedConfig(): PageConfig | null {
  if (inlined === undefined) inlined = readInlined()
  return inlined
}

function readInlined(): PageConfig | null {
  try {
    const text = document.getElementById('app-config')?.textContent
    const config = text ? (JSON.parse(text) as Partial<PageConfig>) : null
    if (typeof config?.serverTime === 'number') correctClock(config.serverTime)
    return config?.kid && config.publicKey ? (config as PageConfig) : null
  } catch {
    return null
  }
}

/** Address of a picture or clip: absolute ones untouched, relative ones under the image base (R14.10). */
export function mediaUrl(path: string): string {
  if (path === '' || /^(https?:)?\/\//.test(path) || path.startsWith('data:')) return path
  const base = inlinedConfig()?.imageBase ?? '/media'
  return `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
}
