import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/** The journeys in Debian's Firefox, through WebDriver BiDi. It has no phone to emulate: the small size is a narrow window. */
export default defineConfig({
  ...base,
  use: {
    ...base.use,
    browserName: 'firefox',
    channel: 'moz-firefox',
    // It knows no override of media features; the preference does the same.
    colorScheme: null,
    contextOptions: { reducedMotion: null, forcedColors: null, contrast: null },
    launchOptions: {
      executablePath: process.env.FIREFOX ?? '/usr/bin/firefox-esr',
      firefoxUserPrefs: { 'ui.prefersReducedMotion': 1 },
    },
  },
  projects: [
    { name: 'narrow', grepInvert: /@desktop|@phone/, use: { viewport: { width: 390, height: 844 } } },
    { name: 'desktop', grepInvert: /@phone/, use: { viewport: { width: 1440, height: 900 } } },
  ],
})
