import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** Every screen at both sizes and in both themes: pictures to look at, and facts to hold. Not part of `npm run e2e`. */
export default defineConfig({
  ...base,
  testDir: 'screens',
  outputDir: 'test-results/screens',
  globalSetup: './screens/support/global-setup.ts',
  use: { ...base.use, trace: 'off', serviceWorkers: 'block' },
})
