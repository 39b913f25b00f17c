import { demoLines, freePort, makeDemoCatalogue, removeCatalogue, Server } from '../../e2e/support/server.ts'
import { readIds } from '../../e2e/support/signed.ts'

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

/** Starts the real server on a demo catalogue of its own; answers its address and the way to end it. */
export async function startDemoServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await makeDemoCatalogue(WORKS)
  const server = new Server(folder, await freePort())
  await server.start()
  process.env.SCREENS_FOLDER = folder
  process.env.SCREENS_WORKS = JSON.stringify(await fullWorks(server.url))
  const stop = async () => {
    await server.stop()
    await removeCatalogue(folder)
  }
  return { url: server.url, stop }
}
