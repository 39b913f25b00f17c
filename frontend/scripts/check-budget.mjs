// Fails the build when the first load of the home route, or a part that comes later, grows past its budget (gzip, KB of
// 1024 bytes).
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = new URL('../dist/', import.meta.url).pathname
const BUDGET_KB = { js: 175, css: 25 }
const FIRST_LOAD = ['index.html', 'src/app/routes/home.tsx']

/** What a screen or a part loads by itself besides the first load. */
const LATER_KB = {
  'src/features/work-detail/player/film-player.tsx': 45,
  'node_modules/hls.js/dist/hls.light.mjs': 120,
  'src/app/routes/pay.tsx': 45,
  'src/app/routes/sub.tsx': 45,
  'src/app/routes/orders.tsx': 30,
}

const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
const files = { js: new Set(['theme.js']), css: new Set() }

function collect(key) {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the build has no chunk for ${key}`)
  if (files.js.has(chunk.file)) return
  files.js.add(chunk.file)
  for (const css of chunk.css ?? []) files.css.add(css)
  for (const imported of chunk.imports ?? []) collect(imported)
}

function gzipKilobytes(name) {
  const path = join(DIST, name)
  return statSync(path).isFile() ? gzipSync(readFileSync(path), { level: 9 }).length / 1024 : 0
}

for (const key of FIRST_LOAD) collect(key)
let failed = false
for (const [kind, limit] of Object.entries(BUDGET_KB)) {
  const total = [...files[kind]].reduce((sum, name) => sum + gzipKilobytes(name), 0)
  failed ||= total > limit
  console.log(`first load ${kind}: ${total.toFixed(1)} KB gzip of ${limit} KB (${files[kind].size} files)`)
}
for (const [key, limit] of Object.entries(LATER_KB)) {
  const before = new Set(files.js)
  collect(key)
  const own = [...files.js].filter((name) => !before.has(name))
  const total = own.reduce((sum, name) => sum + gzipKilobytes(name), 0)
  for (const name of own) files.js.delete(name)
  failed ||= total > limit
  console.log(`${key}: ${total.toFixed(1)} KB gzip of ${limit} KB`)
}

/** The gallery's address and the titles of its made-up works. */
const FOR_DEVELOPMENT = ['/dev/gallery', '测试影片']
const forDevelopment = Object.values(manifest)
  .map((chunk) => chunk.file)
  .filter((name) => name.endsWith('.js'))
  .filter((name) => FOR_DEVELOPMENT.some((mark) => readFileSync(join(DIST, name), 'utf8').includes(mark)))
if (forDevelopment.length > 0) {
  console.error(`The gallery of components is in the build: ${forDevelopment.join(', ')}`)
  process.exit(1)
}
if (failed) {
  console.error('A load is over its budget.')
  process.exit(1)
}
