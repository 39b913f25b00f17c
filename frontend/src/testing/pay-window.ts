import { afterEach, beforeEach, vi } from 'vitest'

/** The window a payment opens. */
export const paying = {
  closed: false,
  opener: {} as object | null,
  document: document.implementation.createHTMLDocument(),
  close: vi.fn(),
}

/** What the browser opens it with. */
export const open = vi.fn((_url: string, _name: string): Window | null => paying as unknown as Window)

/** Where a link sent the window, and what the link tells of the site it stands on. */
export const sentTo = vi.fn((_url: string, _referrer: string) => undefined)

function follow(event: Event) {
  const link = event.target
  if (!(link instanceof HTMLAnchorElement) || link.target !== open.mock.lastCall?.[1]) return
  event.preventDefault()
  sentTo(link.href, link.referrerPolicy)
}

/** Makes `window.open` return this window in every test of a file. */
export function stubPayWindow(): void {
  beforeEach(() => {
    vi.stubGlobal('open', open)
    document.addEventListener('click', follow)
    open.mockClear()
    sentTo.mockClear()
    paying.close.mockClear()
  })
  afterEach(() => {
    document.removeEventListener('click', follow)
    vi.unstubAllGlobals()
  })
}
