import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode } from 'react'

/** The code of a screen did not come. */
export class CodeMissing extends Error {
  override name = 'CodeMissing'
}

const missing = new Set<() => void>()

/** Lets code that did not come be asked for again; `lazy` by itself would keep the failure for ever. */
export function askForMissingCode(): void {
  for (const start of missing) start()
  missing.clear()
}

/** A screen whose code loads when it is first shown. */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): (props: Props) => ReactNode {
  let part: LazyExoticComponent<ComponentType<Props>>
  function start() {
    part = lazy(() =>
      load().catch((cause: unknown) => {
        missing.add(start)
        throw new CodeMissing('the code of a screen did not come', { cause })
      }),
    )
  }
  start()
  return function LazyScreen(props: Props) {
    const Part = part as ComponentType<Props>
    return <Part {...props} />
  }
}

// The bundler takes a style sheet that is in the document for loaded: one that failed must not stay there, or the
// screen would come without its style on the next try. Such errors do not bubble.
window.addEventListener(
  'error',
  (event) => {
    if (event.target instanceof HTMLLinkElement) event.target.remove()
  },
  true,
)
