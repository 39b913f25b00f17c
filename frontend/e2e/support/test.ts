import { type BrowserContext, test as base, expect } from '@playwright/test'
import { areDelayed, delayAnswers } from './delays.ts'
import { fillLikeAVisitor, REASONS, SAYS_NO_MORE } from './firefox.ts'
import { watchRequests } from './quiet.ts'

export { expect }

/** Address of the server under test. */
export const SITE = process.env.E2E_URL ?? ''
const AGE_KEY = 'yingku.ageConfirmedAt'

/** What a browser keeps that has never been here. */
export const FIRST_VISIT = { cookies: [], origins: [] }

/** What a browser keeps after the age question was answered at `site`. */
export function confirmedAt(site: string) {
  return { cookies: [], origins: [{ origin: site, localStorage: [{ name: AGE_KEY, value: String(Date.now()) }] }] }
}

/** What Playwright says where the configuration blocks service workers. */
const WORKER_BLOCKED = 'Service Worker registration blocked by Playwright'

/** Everything that went wrong in the browser, whether or not the page showed it. */
export class Trouble {
  readonly #found: string[] = []
  readonly #allowed: RegExp[] = []
  readonly #borne: RegExp[] = []
  readonly #host: string
  readonly #tellsErrors: boolean

  /** `tellsErrors`: whether the console says what an error was, and which request failed. */
  constructor(site: string, tellsErrors = true) {
    this.#host = new URL(site).host
    this.#tellsErrors = tellsErrors
  }

  /** Expects trouble that matches; expected trouble that does not come is a failure too. */
  allow(...patterns: RegExp[]): void {
    this.#allowed.push(...patterns)
  }

  /** Bears trouble that matches; it depends on the moment whether it comes. */
  bear(...patterns: RegExp[]): void {
    this.#borne.push(...patterns)
  }

  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      if (message.text() === WORKER_BLOCKED) return
      // Says only that the machine was slow: the picture is shown, but later.
      if (message.text().includes('was preloaded using link preload but not used within a few seconds')) return
      if (message.type() === 'error' || message.type() === 'warning') {
        this.#found.push(`console ${message.type()}: ${message.text()}`)
      }
    })
    context.on('weberror', (error) => this.#found.push(`page error: ${error.error().stack ?? error.error().message}`))
    context.on('request', (request) => {
      const url = new URL(request.url())
      if (/^(https?|wss?):$/.test(url.protocol) && url.host !== this.#host) this.#found.push(`other host: ${url}`)
    })
    context.on('requestfailed', (request) => {
      const told = request.failure()?.errorText ?? ''
      const reason = REASONS[told] ?? told
      // What the page itself gave up on leaving.
      if (reason !== 'net::ERR_ABORTED') this.#found.push(`request failed: ${reason} ${request.url()}`)
    })
    context.on('response', (response) => {
      if (response.status() >= 400) this.#found.push(`status ${response.status()}: ${response.url()}`)
    })
  }

  /** Trouble nobody expected, and expectations that nothing met. */
  unexpected(): string[] {
    const vague = this.#tellsErrors ? [] : [SAYS_NO_MORE]
    const isAllowed = (text: string) =>
      vague.includes(text) || [...this.#allowed, ...this.#borne].some((pattern) => pattern.test(text))
    const isTold = (pattern: RegExp) => this.#tellsErrors || /status|request failed|other host/.test(pattern.source)
    const unmet = this.#allowed.filter(isTold).filter((pattern) => !this.#found.some((text) => pattern.test(text)))
    return [...this.#found.filter((text) => !isAllowed(text)), ...unmet.map((pattern) => `did not happen: ${pattern}`)]
  }
}

/** What a browser says of an address that the site does not have, although the site's page is shown there. */
export const NOT_FOUND = /^(status 404: .*\/(no|nowhere)\/|console error: Failed to load resource: .* 404 )/

interface Fixtures {
  /** Watches every window of the test; unexpected trouble fails it. */
  trouble: Trouble
  /** Whether the browser saves data: lists then load further pages on demand alone, at the tests' own pace. */
  savesData: boolean
}

/** Tests in a browser whose age question was answered, failing on any trouble in it. */
export const test = base.extend<Fixtures>({
  baseURL: SITE,
  storageState: confirmedAt(SITE),
  savesData: [true, { option: true }],
  context: async ({ context, savesData }, use) => {
    if (savesData) {
      await context.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
      })
    }
    await use(context)
  },
  // A page that closes while a handler of the test still answers would fail the test from outside.
  page: async ({ page, browserName }, use) => {
    if (browserName === 'firefox') fillLikeAVisitor(page)
    if (areDelayed) delayAnswers(page)
    watchRequests(page)
    await use(page)
    await page.unrouteAll({ behavior: 'wait' })
  },
  trouble: [
    async ({ context, baseURL, browserName }, use) => {
      const trouble = new Trouble(baseURL ?? SITE, browserName !== 'firefox')
      trouble.watch(context)
      await use(trouble)
      // What is expected may still be on its way when the test has seen enough.
      await expect.poll(() => trouble.unexpected()).toEqual([])
    },
    { auto: true },
  ],
})
