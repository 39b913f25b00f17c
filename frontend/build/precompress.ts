import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** index.html is left out: the server writes its configuration into it. */
const TEXT_FILE = /\.(?:js|css|svg|json|txt|webmanifest)$/
/** Below this many bytes a compressed twin saves nothing. */
const SMALLEST = 512

/** Writes a `.gz` and a `.br` twin next to every text file of the build, for the server to send as they are. */
export function precompress(): Plugin {
  let outDir = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true })
      await Promise.all(names.filter((name) => TEXT_FILE.test(name)).map((name) => writeTwins(join(outDir, name))))
    },
  }
}

async function writeTwins(path: string): Promise<void> {
  if ((await stat(path)).size < SMALLEST) return
  const source = await readFile(path)
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }
  await Promise.all([
    promisify(gzip)(source, { level: 9 }).then((twin) => writeFile(`${path}.gz`, twin)),
    promisify(brotliCompress)(source, brotli).then((twin) => writeFile(`${path}.br`, twin)),
  ])
}
