import { defineConfig } from '@playwright/test'
import base from './playwright.config.ts'

/**
 * What its driver cannot do: hand over downloads, stop the clock, be offline with a worker, open a data: address by itself,
 * see the end of a load that the page was asked about.
 */
const BEYOND_THE_DRIVER = [
  'one’s data can be taken along',
  'makes codes, a member uses one',
  'uploads a file with two refused lines',
  'a bad id says so for one second',
  'opens without a connection, with what was seen',
  'leaving goes back to the page before',
  'a cover moves from its card',
  'a reload asks before codes that are shown once are lost',
  'no screen for visitors asks another host',
]

/** The journeys in Debian's Firefox, through WebDriver BiDi. It has no phone to emulate. */
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
    {
      name: 'desktop',
      grepInvert: new RegExp(['@phone', ...BEYOND_THE_DRIVER].join('|')),
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
})
