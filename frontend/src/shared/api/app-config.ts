import { correctClock } from './clock.ts'
import type { Schemas } from './contract.ts'

/** Configuration and signing secret that the server inlines into the page. */
type PageConfig = Schemas['AppConfig'] & { appSecret?: string }

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
    if (typeof config?.serverTime === 'number') correctClock(config.serverTime)
    return config?.kid && config.publicKey ? (config as PageConfig) : null
  } catch {
    return null
  }
}

/** URL of a picture or clip: absolute ones unchanged, relative ones below the image base (R14.10). */
export function mediaUrl(path: string): string {
  if (path === '' || /^(https?:)?\/\//.test(path) || path.startsWith('data:')) return path
  const base = inlinedConfig()?.imageBase ?? '/media'
  return `${base.replace(/\/$/, '')}/${path.replace(/^\//, '')}`
}
