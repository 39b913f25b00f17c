import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { precompress } from './build/precompress.ts'
import { reactVantCompat } from './build/react-vant-compat.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const api = process.env.API_URL ?? 'http://127.0.0.1:8080'
/** The application's public identifier; the API knows the same one. */
const appSecret = process.env.APP_SECRET ?? 'yingku-public-app-secret-1'

export default defineConfig({
  plugins: [react(), reactVantCompat(), precompress()],
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
    proxy: Object.fromEntries(['/prod-api', '/media', '/hls', '/sandbox', '/cashier'].map((path) => [path, api])),
  },
  // The same as the site's own lib: tsconfig.site.json.
  build: {
    target: 'es2021',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page loads comes in one file: it packs better than twenty small ones.
            { name: 'first', tags: ['$initial'] },
            { name: 'forms', test: /node_modules.react-hook-form/ },
          ],
        },
      },
    },
  },
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', '../clients/typescript/test/**/*.test.ts'],
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    restoreMocks: true,
    testTimeout: 30_000,
  },
})
