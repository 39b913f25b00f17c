import { vi } from 'vitest'

/** Makes the window as wide, for what asks by media query. */
export function showAt(width: number): void {
  vi.stubGlobal('matchMedia', (query: string) => {
    const [, least] = /^\(min-width: (\d+)px\)$/.exec(query) ?? []
    const matches = least !== undefined && width >= Number(least)
    return { matches, addEventListener: vi.fn(), removeEventListener: vi.fn() }
  })
}
