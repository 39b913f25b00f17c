import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeFolder, removeCatalogue, runIn } from '../support/server.ts'

const WORKS = 50_000
const QUESTIONS = 3_000

/** Makes a large catalogue with many unanswered questions, which the tests' own server copies; answers the way to end it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const folder = await makeFolder()
  await runIn(folder, ['demo', '--works', String(WORKS)])
  const fill = join(import.meta.dirname, 'fill-inbox.py')
  await promisify(execFile)('python3', [fill, join(folder, 'data/yingku.db'), String(QUESTIONS)])
  process.env.E2E_CATALOGUE = folder
  // The generated maker with the most works, 2,378.
  process.env.E2E_MAKER = '青嵐フィルム'
  return () => removeCatalogue(folder)
}
