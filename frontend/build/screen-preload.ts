import type { HtmlTagDescriptor, Plugin, Rollup } from 'vite'
import { SCREEN_FILES } from '../src/app/screen-files.ts'

/**
 * Writes into the start page which files each address needs besides those of every page, for public/preload.js to ask
 * for. Without it a screen's code is asked for only when the application has come and run.
 */
export function screenPreload(): Plugin {
  return {
    name: 'screen-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }): HtmlTagDescriptor[] => [
        {
          tag: 'script',
          attrs: { type: 'application/json', id: 'screen-files' },
          children: JSON.stringify(tableOf(Object.values(bundle ?? {}).filter(isChunk))),
          injectTo: 'head',
        },
        { tag: 'script', attrs: { src: '/preload.js', async: true }, injectTo: 'head' },
      ],
    },
  }
}

function isChunk(output: Rollup.OutputAsset | Rollup.OutputChunk): output is Rollup.OutputChunk {
  return output.type === 'chunk'
}

/** Pattern of the address and the files, once for each screen. */
function tableOf(chunks: readonly Rollup.OutputChunk[]): [string, string[]][] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const everywhere = filesOf(chunks.find((chunk) => chunk.isEntry)?.fileName, byName)
  return SCREEN_FILES.map(([pattern, file]) => {
    const screen = chunks.find((chunk) => chunk.facadeModuleId?.endsWith(`/src/app/${file}`))
    if (!screen) throw new Error(`the build has no chunk for ${file}`)
    return [pattern, [...filesOf(screen.fileName, byName)].filter((name) => !everywhere.has(name))]
  })
}

/** A chunk, its styles, and those of everything it imports. */
function filesOf(start: string | undefined, byName: ReadonlyMap<string, Rollup.OutputChunk>): Set<string> {
  const files = new Set<string>()
  const add = (name: string) => {
    const chunk = byName.get(name)
    if (!chunk || files.has(name)) return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    chunk.imports.forEach(add)
  }
  if (start) add(start)
  return files
}
