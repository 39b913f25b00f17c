import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const page = document.createElement('script')
page.id = 'app-config'
page.type = 'application/json'

beforeEach(() => {
  vi.resetModules()
  document.body.append(page)
})
afterEach(() => page.remove())

it.each([
  ['/media', true],
  ['https://pictures.example/covers', false],
])('pictures below %s are on this server: %s', async (imageBase, isHere) => {
  page.textContent = JSON.stringify({ kid: 'k1', publicKey: 'key', imageBase })
  const { hasPictures } = await import('./app-config.ts')
  expect(hasPictures()).toBe(isHere)
})
