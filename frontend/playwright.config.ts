import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'

/**
 * The browser of the system: the one in CHROMIUM, else Debian's, else the first on the search path. The one without windows
 * takes two thirds of the time, and is what Playwright itself would bring; `--headed` needs the other one, named in CHROMIUM.
 */
function browserPath(): string {
  if (process.env.CHROMIUM) return process.env.CHROMIUM
  const folders = ['/usr/bin', ...(process.env.PATH ?? '').split(delimiter)]
  const candidates = ['chromium-headless-shell', 'chromium', 'google-chrome'].flatMap((name) =>
    folders.map((folder) => join(folder, name)),
  )
  const found = candidates.find(isExecutable)
  if (!found) throw new Error('No Chromium found: install it or name one in CHROMIUM.')
  return found
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const { defaultBrowserType: _, viewport: __, ...phone } = devices['Pixel 7']

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  reporter: [['list']],
  forbidOnly: Boolean(process.env.CI),
  fullyParallel: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  use: {
    browserName: 'chromium',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // `--trace retain-on-failure` keeps what a failing test did; it costs every passing one a good part of its time.
    trace: 'off',
    // Only its own journey is about the service worker; elsewhere it would answer before the tests can.
    serviceWorkers: 'block',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      // Where the locale has no Chinese, Chromium calls each file with a Chinese name `download`.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      executablePath: browserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // A journey tagged with one of the two needs what only that one has: fingers, or a mouse. One tagged `@once` is about what
  // happens, not about how it looks: the phone's run is enough.
  projects: [
    {
      name: 'phone',
      grepInvert: /@desktop/,
      use: { ...phone, viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
    { name: 'desktop', grepInvert: /@(phone|once)/, use: { viewport: { width: 1440, height: 900 } } },
  ],
})
