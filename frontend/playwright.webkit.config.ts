import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** A walk in Debian's WebKit, through its own driver: Playwright runs it, but cannot drive that browser. */
export default defineConfig({
  ...base,
  testDir: 'e2e-webkit',
  outputDir: 'test-results/webkit',
  workers: 1,
  timeout: 240_000,
  projects: [{ name: 'webkit' }],
})
