import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type {} from 'vitest/config' // adds `test` to vite's UserConfig

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
/** Fires on every re-mount of effects. */
const UPDATE_EFFECT = '/use-update-effect'
const OWN_UPDATE_EFFECT = here('./react-vant-update-effect.ts')
const IN_PACKAGE = /[\\/]node_modules[\\/]vant-react[\\/]es[\\/]/
const COMPONENT_INDEX = /[\\/]vant-react[\\/]es[\\/][\w-]+[\\/]index\.js$/

const fixes: Plugin = {
  name: 'react-vant-compat',
  enforce: 'pre',
  resolveId(source, importer) {
    if (importer && IN_PACKAGE.test(importer) && source.endsWith(UPDATE_EFFECT)) return OWN_UPDATE_EFFECT
  },
  transform(code, id) {
    // `import X from './X'; export { X }` is a pure re-export in a module marked side-effect free, so Rolldown
    // drops the module together with its `import './style/index.css'`. A local binding keeps both when X is used.
    if (!COMPONENT_INDEX.test(id) || !code.includes('./style/index.css')) return
    return {
      code: code.replace(/^import (\w+) from '(\.\/[^']+)';/gm, "import $1__ from '$2'; const $1 = $1__;"),
      map: null,
    }
  },
}

/** Makes react-vant 3.3.5 work on React 19 and Vite 8: in the dev optimizer, the build and Vitest. */
export const reactVantCompat = (): Plugin => ({
  ...fixes,
  config: () => ({
    optimizeDeps: { rolldownOptions: { plugins: [fixes] } },
    // Node cannot load its modules: they import sheets, and each other without the ends of their names.
    test: { server: { deps: { inline: ['vant-react'] } } },
  }),
})
