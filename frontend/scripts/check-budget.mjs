// Fails the build when the first load of the home route, or a part that comes later, grows past its budget (gzip, KB of
// 1024 bytes).
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = new URL('../dist/', import.meta.url).pathname
const BUDGET_KB = { js: 175, css: 25 }
const FIRST_LOAD = ['index.html', 'src/features/home/home-page.tsx']

/** The entry, which starts React: see vite.config.ts. */
const ENTRY_KB = 1

/** What all forms share, with captcha and account, loaded with the first of them; fields are shared with filters. */
const FORMS_KB = 22

/** What a screen or a part loads by itself besides the first load. */
const LATER_KB = {
  'src/features/work-detail/player/film-player.tsx': 45,
  'node_modules/hls.js/dist/hls.mjs': 185,
  'src/shared/ui/picture-viewer.tsx': 20,
  'src/features/vip/pay-page.tsx': 45,
  'src/features/vip/sub-page.tsx': 45,
  'src/features/vip/orders-page.tsx': 30,
}

/** What the operators' console loads besides the first load, and each of its sections besides that. */
const ADMIN_PAGE = 'src/admin/admin-page.tsx'
const ADMIN_KB = 21
/** The search of the console, which comes with its first use. */
const PALETTE = 'src/admin/palette/palette.tsx'
const PALETTE_KB = 8
const SECTION_KB = {
  audit: 12,
  codes: 15,
  dashboard: 12,
  downloads: 14,
  import: 14,
  jobs: 12,
  members: 20,
  messages: 15,
  orders: 16,
  plans: 15,
  reports: 14,
  settings: 12,
  statistics: 12,
  terms: 16,
  works: 18,
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
const entry = gzipKilobytes(manifest['index.html'].file)
failed ||= entry > ENTRY_KB
console.log(`entry: ${entry.toFixed(1)} KB gzip of ${ENTRY_KB} KB`)

/** Checks what a part loads besides `files` against its budget, and returns its own files. */
function measure(key, limit) {
  const before = new Set(files.js)
  collect(key)
  const own = [...files.js].filter((name) => !before.has(name))
  const total = own.reduce((sum, name) => sum + gzipKilobytes(name), 0)
  failed ||= total > limit
  console.log(`${key}: ${total.toFixed(1)} KB gzip of ${limit} KB`)
  return own
}

// Every part with a form shares the library: it counts once, and not as a piece of each of them.
measure(
  Object.keys(manifest).find((key) => manifest[key].name === 'forms'),
  FORMS_KB,
)
for (const [key, limit] of Object.entries(LATER_KB)) {
  for (const name of measure(key, limit)) files.js.delete(name)
}
measure(ADMIN_PAGE, ADMIN_KB)
for (const name of measure(PALETTE, PALETTE_KB)) files.js.delete(name)
for (const [section, limit] of Object.entries(SECTION_KB)) {
  for (const name of measure(`src/admin/${section}/${section}-page.tsx`, limit)) files.js.delete(name)
}
const unmeasured = Object.keys(manifest).filter((key) => {
  const [, section] = key.match(/^src\/admin\/(\w+)\/\1-page\.tsx$/) ?? []
  return section !== undefined && !(section in SECTION_KB)
})
if (unmeasured.length > 0) {
  console.error(`Without a budget: ${unmeasured.join(', ')}`)
  process.exit(1)
}

if (failed) {
  console.error('A load is over its budget.')
  process.exit(1)
}
