import { startDemoServer } from './demo-server.ts'

/** Serves site and API from the program itself, with a demo catalogue. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const program = await startDemoServer()
  process.env.E2E_URL = program.url
  return program.stop
}
