import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { demoLines, freePort, makeDemoCatalogue, removeCatalogue, Server } from '../../e2e/support/server.ts'
import { readIds } from '../../e2e/support/signed.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const WORKS = 600

interface DemoWork {
  channel: string
  number: string
  pubTime: string
  imageSmall?: string[]
  magnets?: unknown[]
  performers?: unknown[]
}

/** By channel, the address of a work whose page has something in every part. */
async function fullWorks(site: string): Promise<Record<string, string>> {
  const ids = await readIds(site)
  const works = (await demoLines(WORKS)).trim().split('\n')
  const full = works
    .map((line) => JSON.parse(line) as DemoWork)
    .filter(
      (work) => (work.imageSmall?.length ?? 0) >= 6 && (work.magnets?.length ?? 0) >= 3 && work.performers?.length,
    )
  return Object.fromEntries(full.map((work) => [work.channel, `/${work.channel}/${ids[work.number]}`]))
}

/** Serves the built site in front of the real server with a demo catalogue, and answers the way to end both. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync(join(ROOT, 'dist/index.html'))) throw new Error('No built site: run `npm run build` first.')
  await rm(join(ROOT, 'screenshots'), { recursive: true, force: true })
  const folder = await makeDemoCatalogue(WORKS)
  const api = new Server(folder, await freePort())
  await api.start()
  process.env.SCREENS_WORKS = JSON.stringify(await fullWorks(api.url))
  const port = await freePort()
  // The site's settings read the API's address when they are loaded.
  process.env.API_URL = api.url
  const { preview } = await import('vite')
  const site = await preview({ root: ROOT, preview: { port, host: '127.0.0.1', strictPort: true } })
  process.env.E2E_URL = `http://127.0.0.1:${port}`
  return async () => {
    await site.close()
    await api.stop()
    await removeCatalogue(folder)
  }
}
