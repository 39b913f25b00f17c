import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** The journey that counts presses, in a catalogue of 50,000 works. Not part of `npm run e2e`: it takes minutes. */
export default defineConfig({
  ...base,
  testMatch: 'admin-clicks.spec.ts',
  outputDir: 'test-results/full-size',
  globalSetup: './e2e/full-size/global-setup.ts',
  // All on one server.
  fullyParallel: false,
  workers: 1,
  timeout: 300_000,
  projects: [{ name: 'desktop', use: { viewport: { width: 1440, height: 900 } } }],
})
