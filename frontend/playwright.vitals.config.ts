import { defineConfig } from '@playwright/test'
import screens from './playwright.screens.config.ts'

/** How soon every screen is there on a slow phone; one at a time, straight from the program. */
export default defineConfig({
  ...screens,
  testMatch: 'vitals.ts',
  outputDir: 'test-results/vitals',
  globalSetup: './screens/support/program-setup.ts',
  workers: 1,
})
