import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { axiosXhrOnly } from './build/axios-xhr-only.ts'
import { precompress } from './build/precompress.ts'
import { reactVantCompat } from './build/react-vant-compat.ts'
import { serviceWorker } from './build/service-worker.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'
/** The application's public identifier; the API knows the same one. */
const appSecret = process.env.APP_SECRET ?? 'yingku-public-app-secret-1'

/** What the forms of several screens are made of. */
const FORMS = /react-hook-form|src.(shared.(ui.field|lib.use-form)|entities.captcha|features.account)/
/** What every work is shown with. */
const WORKS =
  /src.(entities.work.(api|work-(card|row)|cover-morph|release|tint|magnet-(switch|toggle)|history|film-positions|stored-work|forget-button|random-button|last-visit)|entities.follow.(api|seen)|shared.(ui.(badge|cover|query-)|lib.use-in-slices))|@tanstack|lucide/
/** What forms, filters and the console are made of. */
const FIELDS =
  /src.shared.(ui.(field-frame|choices|confirm|link-tabs)|lib.(?!use-form))|src.entities.(term|user).(use-)?(level|term)/
/** What lists of works have besides, which home has none of. */
const LISTS =
  /src.(entities.(work|work-filter|magnet|collection.api).|features.search.(api|hot-words|suggested-term)|shared.(api.(use-restored|paging)|ui.(breadcrumbs|list-|refresh|tabs|share)))/

/**
 * The entry is a file of its own, of a few lines. React makes errors when it starts, and while someone looks on (developer
 * tools, Lighthouse) the browser reads the whole file again that asked for it.
 */
const NOT_ENTRY = /^(?!.*(index\.html|src.main\.tsx))/

export default defineConfig({
  plugins: [react(), reactVantCompat(), axiosXhrOnly(), serviceWorker(), precompress()],
  define: { 'import.meta.env.VITE_APP_SECRET': JSON.stringify(appSecret) },
  resolve: {
    alias: [
      { find: /^@\//, replacement: `${here('./src')}/` },
      { find: /^@signer$/, replacement: here('../clients/typescript/src/index.ts') },
      { find: /^@signer\/pure$/, replacement: here('../clients/typescript/src/pure-crypto.ts') },
      // The signer lives outside this folder and has no node_modules of its own here.
      { find: /^@noble\/hashes\//, replacement: `${here('./node_modules/@noble/hashes')}/` },
    ],
  },
  server: {
    port: 5173,
    fs: { allow: [here('..')] },
    proxy: Object.fromEntries(
      ['/prod-api', '/media', '/hls', '/sandbox', '/cashier', '/manifest.webmanifest'].map((path) => [path, api]),
    ),
  },
  // The same as the site's own lib: tsconfig.site.json.
  build: {
    target: 'es2021',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each file is a request, and on a slow phone a request is dear: what several screens share comes in few files.
          // In this order, since a group takes along what its modules import.
          groups: [
            { name: 'first', test: NOT_ENTRY, tags: ['$initial'], priority: 5 },
            { name: 'works', test: WORKS, minShareCount: 2, priority: 4 },
            { name: 'fields', test: FIELDS, minShareCount: 2, priority: 3.5 },
            { name: 'lists', test: LISTS, minShareCount: 2, priority: 3 },
            { name: 'forms', test: FORMS, minShareCount: 2, priority: 2 },
            {
              name: 'member',
              test: /src.(entities.(order|vip|message|user|report)|features.vip)/,
              minShareCount: 2,
              priority: 1,
            },
            // What two sections alone share comes with them: imports and jobs, orders and statistics, works and settings.
            {
              name: 'console',
              test: /src.admin.(?!kit.(import-problems|progress-bar|day-plot|series|period|use-upload|file-button|picture|reason-dialog|used-reasons))/,
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  test: {
    restoreMocks: true,
    // By itself it leaves a core to others, of two.
    maxWorkers: '100%',
    // A long walk takes half a minute on a busy machine.
    testTimeout: 60_000,
    // The ending of its name says what a test gets: `.test.tsx` a page and the mock API, `.test.ts` neither. There is no
    // `window` for the latter, nor anything that sends a request: one that needs them fails at once.
    projects: [
      {
        extends: true,
        test: {
          name: 'code',
          environment: 'node',
          include: ['src/**/*.test.ts', '../clients/typescript/test/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'pages',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
          include: ['src/**/*.test.tsx'],
          globalSetup: ['./src/testing/delays-seed.ts'],
          setupFiles: ['./src/testing/setup.ts'],
        },
      },
    ],
  },
})
