import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { Server as HttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { importFile, PICTURES, picture } from './catalogue.ts'
import { areDelayed, startDelaying, stopDelaying } from './delays.ts'
import { SERVER_SECRET } from './secrets.ts'

const PROGRAM = process.env.YINGKU ?? resolve(import.meta.dirname, '../../../target/debug/yingku')
/** In a catalogue's folder: the ids of its works by their numbers. */
export const IDS_FILE = 'ids.json'
const READY_WITHIN_MS = 30_000
const ASK_AGAIN_MS = 50

const SETTINGS = {
  DATABASE_URL: 'sqlite://data/yingku.db',
  SERVER_SECRET,
  CODE_SECRET: SERVER_SECRET,
  HLS_SECRET: SERVER_SECRET,
  // Every test opens a new installation from one address.
  RATE_PER_SECOND: '100000',
  DATABASE_CROWDED_WAIT_MS: '1500',
  CROWDED_LATE_MS: '1500',
  RATE_BURST: '100000',
  KEY_OPENINGS_PER_MINUTE: '100000',
  KEY_OPENINGS_PER_SECOND: '100000',
  CAPTCHA_PER_MINUTE: '100000',
  LOGIN_PER_MINUTE: '100000',
  REGISTER_PER_HOUR: '100000',
  EXPORT_PER_HOUR: '100000',
  MESSAGES_PER_MINUTE: '100000',
  REPORTS_PER_HOUR: '100000',
  STREAM_HOSTS: 'films.example',
  LOG: 'warn',
}

/** Only what a program needs to run: a setting of the developer's shell must not reach the server under test. */
const environment = { PATH: process.env.PATH, HOME: process.env.HOME }

/** Runs a command of the program in a folder; answers what it wrote. */
export async function run(folder: string, ...args: string[]): Promise<string> {
  return (await promisify(execFile)(PROGRAM, args, { cwd: folder, env: environment as NodeJS.ProcessEnv })).stdout
}

/** Runs a command of the program in a folder, with a text on its standard input. */
export async function runIn(folder: string, args: string[], input = ''): Promise<void> {
  const running = promisify(execFile)(PROGRAM, args, { cwd: folder, env: environment as NodeJS.ProcessEnv })
  running.child.stdin?.end(input)
  await running
}

/** A folder with settings and nothing else yet. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'yingku-e2e-'))
  const lines = Object.entries(SETTINGS).map(([name, value]) => `${name}=${value}`)
  await writeFile(join(folder, '.env'), `${lines.join('\n')}\n`)
  return folder
}

/** A folder with the made-up works a new installation starts with, their pictures the same on every run. */
export async function makeDemoCatalogue(works: number): Promise<string> {
  const folder = await makeFolder()
  const lines = (await demoLines(works)).trim().split('\n')
  // Left to the server, a cover is drawn from the work's id, which is another one every time.
  const pictured = lines.map((line, index) => {
    const [picBig, picSmall] = ['big', 'small'].map((size) => `covers/${index + 1}-${size}.svg`)
    return JSON.stringify({ ...(JSON.parse(line) as object), picBig, picSmall })
  })
  await writeFile(join(folder, 'works.ndjson'), `${pictured.join('\n')}\n`)
  await runIn(folder, ['migrate'])
  await runIn(folder, ['import', '--strict', 'works.ndjson'])
  return folder
}

/** The lines `yingku import` would read to make the demo catalogue. */
export async function demoLines(works: number): Promise<string> {
  const options = { env: environment as NodeJS.ProcessEnv, maxBuffer: 2 ** 26 }
  return (await promisify(execFile)(PROGRAM, ['demo', '--print', '--works', String(works)], options)).stdout
}

/** A folder with settings, database, index and pictures of the test catalogue. */
export async function makeCatalogue(): Promise<string> {
  const folder = await makeFolder()
  const pictures = join(folder, 'data/media', PICTURES)
  await mkdir(pictures, { recursive: true })
  const names = ['cover-0', 'cover-1', 'cover-2', 'cover-3', 'cover-4', 'still-1', 'still-2', 'still-3', 'still-4']
  await Promise.all(names.map((name, index) => writeFile(join(pictures, `${name}.svg`), picture(index * 40))))
  await writeFile(join(folder, 'works.ndjson'), importFile())
  await runIn(folder, ['migrate'])
  await runIn(folder, ['import', '--strict', 'works.ndjson'])
  // Every copy of it would otherwise be indexed anew by its server.
  await runIn(folder, ['index', 'rebuild'])
  return folder
}

/** A copy of a catalogue, for a server of its own. */
export async function copyCatalogue(folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'yingku-e2e-'))
  await cp(folder, copy, { recursive: true })
  return copy
}

/** Removes a catalogue. */
export async function removeCatalogue(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
}

/** A port nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** The real program, serving site and API of a catalogue. */
export class Server {
  readonly url: string
  readonly #folder: string
  readonly #port: number
  #process: ChildProcess | null = null
  /** Stands before it where calls are delayed. */
  #delaying: HttpServer | null = null

  constructor(folder: string, port: number) {
    this.#folder = folder
    this.#port = port
    this.url = `http://127.0.0.1:${port}`
  }

  /** Starts it and comes back when it can answer. */
  async start(): Promise<void> {
    const behind = areDelayed ? await freePort() : this.#port
    const child = spawn(PROGRAM, ['serve'], {
      cwd: this.#folder,
      // Its own links lead to where visitors come in.
      env: {
        ...environment,
        BIND: `127.0.0.1:${behind}`,
        ...(areDelayed && { PUBLIC_URL: this.url }),
      } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    this.#process = child
    const deadline = Date.now() + READY_WITHIN_MS
    while (!(await isReady(behind))) {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
      if (Date.now() > deadline) throw new Error('the server is not ready in time')
      await new Promise((done) => setTimeout(done, ASK_AGAIN_MS))
    }
    if (areDelayed) this.#delaying = await startDelaying(this.#port, behind)
  }

  /** Ends it at once: an outage. */
  async stop(): Promise<void> {
    if (this.#delaying) await stopDelaying(this.#delaying)
    this.#delaying = null
    const child = this.#process
    this.#process = null
    if (!child || child.exitCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  )
}
