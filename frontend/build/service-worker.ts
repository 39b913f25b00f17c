import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const SOURCE = fileURLToPath(new URL('./service-worker.js', import.meta.url))
/** What opens without a connection: the frame, the home page, lists, works, and the history. */
const SCREENS = [
  'index.html',
  'src/features/home/home-page.tsx',
  'src/features/latest/latest-page.tsx',
  'src/features/ranking/ranking-page.tsx',
  'src/features/relation-browse/browse-page.tsx',
  'src/features/relation-browse/category-page.tsx',
  'src/features/search/search-page.tsx',
  'src/features/work-detail/work-page.tsx',
  'src/features/member/member-page.tsx',
]
const STATIC = ['theme.js', 'favicon.svg', 'icons/icon-192.png']

interface Chunk {
  file: string
  css?: string[]
  imports?: string[]
}

/** Writes the service worker with the files of this build. Their names contain hashes, so they are its version. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const manifest = JSON.parse(await readFile(`${dir}/.vite/manifest.json`, 'utf8')) as Record<string, Chunk>
      const files = new Set<string>()
      for (const screen of SCREENS) collect(manifest, screen, files)
      const source = await readFile(SOURCE, 'utf8')
      const page = await readFile(`${dir}/index.html`, 'utf8')
      const names = [...STATIC, ...files].map((name) => `/${name}`)
      const version = createHash('sha256')
        .update(source + page + names.join())
        .digest('hex')
        .slice(0, 12)
      const list = names.map((name) => `'${name}'`).join(', ')
      await writeFile(`${dir}/sw.js`, source.replace('__VERSION__', version).replace("'__FILES__'", list))
    },
  }
}

function collect(manifest: Record<string, Chunk>, name: string, files: Set<string>): void {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`the build has no ${name}`)
  if (files.has(chunk.file)) return
  for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
  for (const imported of chunk.imports ?? []) collect(manifest, imported, files)
}
