import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { freePort } from '../../e2e/support/server.ts'
import { startDemoServer } from './demo-server.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** Serves the built site in front of the real server with a demo catalogue, and answers the way to end both. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (!existsSync(join(ROOT, 'dist/index.html'))) throw new Error('No built site: run `npm run build` first.')
  await rm(join(ROOT, 'screenshots'), { recursive: true, force: true })
  const api = await startDemoServer()
  const port = await freePort()
  // The site's settings read the API's address when they are loaded.
  process.env.API_URL = api.url
  const { preview } = await import('vite')
  const site = await preview({ root: ROOT, preview: { port, host: '127.0.0.1', strictPort: true } })
  process.env.E2E_URL = `http://127.0.0.1:${port}`
  return async () => {
    await site.close()
    await api.stop()
  }
}
