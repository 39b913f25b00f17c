import { afterEach, beforeEach, vi } from 'vitest'

/** The window a payment opens, and where it was sent. */
export const paying = {
  closed: false,
  opener: {} as object | null,
  document: document.implementation.createHTMLDocument(),
  location: { replace: vi.fn() },
  close: vi.fn(),
}

/** What the browser opens it with. */
export const open = vi.fn((): Window | null => paying as unknown as Window)

/** Makes `window.open` return this window in every test of a file. */
export function stubPayWindow(): void {
  beforeEach(() => {
    vi.stubGlobal('open', open)
    open.mockClear()
    paying.location.replace.mockClear()
    paying.close.mockClear()
  })
  afterEach(() => vi.unstubAllGlobals())
}
