import { type ComponentType, lazy, type ReactNode, useState } from 'react'

/** A code chunk failed to load. */
export class ChunkLoadError extends Error {
  override name = 'ChunkLoadError'
}

const missing = new Set<(again: boolean) => void>()

/** Resets failed chunks, so that they are requested again; `lazy` caches failures. */
export function retryMissingChunks(): void {
  for (const start of missing) start(true)
  missing.clear()
}

async function serverAnswers(): Promise<boolean> {
  try {
    return (await fetch(location.href, { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

/** A screen whose code loads on first use. */
export interface LazyScreen<Props> {
  (props: Props): ReactNode
  /** Loads the code before the screen is shown, and says whether it came. It does not fail: the screen says what is wrong. */
  bring: () => Promise<boolean>
}

/** Makes a screen whose code loads on first use. */
export function lazyScreen<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyScreen<Props> {
  let part: ComponentType<Props>
  const loadStyled = () => bringLostStyles().then(load)
  function start(again = false) {
    part = lazy(() =>
      loadStyled().catch(async (cause: unknown) => {
        missing.add(start)
        // Firefox keeps a module that failed and never asks for it again; a new page does.
        if (again && (await serverAnswers())) location.reload()
        throw Object.assign(new ChunkLoadError('the code of a screen did not come'), { cause })
      }),
    )
  }
  start()
  function Screen(props: Props) {
    // What is shown stays as it is when the code has been brought meanwhile.
    const [Part] = useState(() => part)
    return <Part {...props} />
  }
  async function bring() {
    try {
      part = (await loadStyled()).default
      return true
    } catch {
      // Loaded again when it is shown.
      return false
    }
  }
  return Object.assign(Screen, { bring })
}

const lostStyles = new Set<string>()

// The bundler never retries a style sheet, so a screen would stay unstyled after an outage. Link errors do not bubble.
window.addEventListener(
  'error',
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return
    lostStyles.add(target.href)
    target.remove()
  },
  true,
)

function bringStyle(href: string): Promise<void> {
  return new Promise((done, fail) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = href
    link.addEventListener('load', () => {
      lostStyles.delete(href)
      done()
    })
    link.addEventListener('error', () => fail(new Error(`the style sheet ${href} did not come`)))
    document.head.append(link)
  })
}

async function bringLostStyles(): Promise<void> {
  await Promise.all([...lostStyles].map(bringStyle))
}
