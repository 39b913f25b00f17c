// What Lighthouse says of four pages of a running site, as its slow phone sees them, the age question answered:
// performance, accessibility and best practices of 100, the median of some runs. `node scripts/lighthouse.mjs URL RUNS`
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium } from '@playwright/test'

const SITE = process.argv[2] ?? 'http://127.0.0.1:8080'
const RUNS = Number(process.argv[3] ?? 3)
const CHROMIUM = process.env.CHROMIUM || chromium.executablePath()
const LIGHTHOUSE = 'lighthouse@12.8.2'
const CATEGORIES = ['performance', 'accessibility', 'best-practices']
const MOST_LOOKS = 50

const run = promisify(execFile)
const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]

/** A profile in which the age question is answered, and the address of a work. */
async function answerAge(profile) {
  const context = await chromium.launchPersistentContext(profile, { executablePath: CHROMIUM, args: ['--no-sandbox'] })
  const page = await context.newPage()
  await page.goto(`${SITE}/terms`)
  await page.evaluate(() => localStorage.setItem('yingku.ageConfirmedAt', String(Date.now())))
  await context.addCookies([{ name: 'age', value: '1', url: SITE, expires: Math.floor(Date.now() / 1000) + 86_400 }])
  await page.goto(`${SITE}/censored`)
  const work = await page.locator('a.work-card-link').first().getAttribute('href')
  await context.close()
  return work
}

/** A browser with that profile that nothing but Lighthouse is connected to, and the port to connect to. */
async function startBrowser(profile) {
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
  ]
  const browser = spawn(CHROMIUM, [...flags, 'about:blank'], { stdio: 'ignore' })
  for (let tried = 0; tried < MOST_LOOKS; tried += 1) {
    const told = await readFile(join(profile, 'DevToolsActivePort'), 'utf8').catch(() => '')
    if (told) return { browser, port: told.split('\n')[0] }
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the browser did not start')
}

async function audit(port, path, report, tries = 3) {
  try {
    await lighthouse(port, path, report)
  } catch (error) {
    // Now and then it loses the beginning of its own trace.
    if (tries === 1 || !error.message.includes('NO_NAVSTART')) throw error
    console.error('Lighthouse lost its trace: once more.')
    return audit(port, path, report, tries - 1)
  }
  return JSON.parse(await readFile(report, 'utf8'))
}

async function lighthouse(port, path, report) {
  await run('npx', [
    ...['-y', LIGHTHOUSE, SITE + path, `--port=${port}`, '--quiet'],
    ...['--output=json', `--output-path=${report}`, `--only-categories=${CATEGORIES}`],
  ])
}

async function report(name, path, port, folder) {
  const reports = []
  for (let count = 0; count < RUNS; count += 1) reports.push(await audit(port, path, join(folder, 'report.json')))
  const scores = CATEGORIES.map(
    (id) => `${id} ${Math.round(100 * median(reports.map((one) => one.categories[id].score)))}`,
  )
  const figure = (id) => median(reports.map((one) => one.audits[id].numericValue))
  console.log(
    `${name}: ${scores.join(', ')}; LCP ${Math.round(figure('largest-contentful-paint'))} ms, ` +
      `blocked ${Math.round(figure('total-blocking-time'))} ms, CLS ${figure('cumulative-layout-shift').toFixed(3)}`,
  )
}

const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
let browser
try {
  const work = await answerAge(folder)
  const started = await startBrowser(folder)
  browser = started.browser
  await report('home', '/index', started.port, folder)
  await report('list', '/censored', started.port, folder)
  await report('work', work, started.port, folder)
  await report('search', `/search/${encodeURIComponent('雾')}`, started.port, folder)
} finally {
  const ended = browser && new Promise((done) => browser.on('exit', done))
  browser?.kill()
  await ended
  await rm(folder, { recursive: true, force: true })
}
