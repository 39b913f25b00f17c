import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { copyCatalogue, freePort, IDS_FILE, makeCatalogue, removeCatalogue, Server } from './server.ts'
import { readIds } from './signed.ts'

/** Makes the catalogue, serves it on a free port for every test, and answers the way to end both. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const template = await makeCatalogue()
  const folder = await copyCatalogue(template)
  const server = new Server(folder, await freePort())
  await server.start()
  await writeFile(join(template, IDS_FILE), JSON.stringify(await readIds(server.url)))
  process.env.E2E_URL = server.url
  process.env.E2E_CATALOGUE = template
  process.env.E2E_FOLDER = folder
  return async () => {
    await server.stop()
    await Promise.all([template, folder].map(removeCatalogue))
  }
}
