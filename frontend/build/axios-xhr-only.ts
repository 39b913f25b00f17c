import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const NOTHING = fileURLToPath(new URL('./axios-no-fetch.ts', import.meta.url))
const IN_ADAPTERS = /[\\/]axios[\\/]lib[\\/]adapters[\\/]/

/** Leaves out of the built site how axios calls `fetch`: it takes XMLHttpRequest in every browser, and 4 KB are dear. */
export const axiosXhrOnly = (): Plugin => ({
  name: 'axios-xhr-only',
  apply: 'build',
  enforce: 'pre',
  resolveId: (source, importer) =>
    source === './fetch.js' && importer && IN_ADAPTERS.test(importer) ? NOTHING : undefined,
})
