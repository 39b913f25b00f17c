import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { setOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { forgetSent } from '@/shared/api/duplicate-guard.ts'
import { loginDialogOpen } from '@/shared/feedback/login-dialog.ts'
import { currentToast } from '@/shared/feedback/toasts.ts'
import { restartDelays } from './delays.ts'
import { requests, server } from './server.ts'

/** A search is repeated until it finds something: the page is described for the last one alone, which somebody reads. */
function elementError(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  Error.captureStackTrace(error, elementError)
  return Object.defineProperty(error, 'message', {
    configurable: true,
    get: () => `${message}\n\n${prettyDOM(container)}`,
  })
}

// The first test of a file loads its screen, which takes its time on a busy machine; failures still show at once where they are certain.
configure({ asyncUtilTimeout: 20_000, getElementError: elementError })

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

beforeEach(({ task }) => {
  restartDelays(task.name)
  // jsdom lays nothing out and has none of these.
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  window.scrollTo = vi.fn() as typeof window.scrollTo
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false
  }
  vi.spyOn(console, 'error').mockImplementation((...values: unknown[]) => {
    // Failures of silent calls are logged on purpose; anything else is a defect of the page.
    if (!(values[0] instanceof Error && values[0].name === 'ApiError')) throw new Error(values.join(' '))
  })
})

afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  // The mock API hears of a request some turns after it was sent: those of this test are not to be counted for the next one.
  await new Promise((done) => setTimeout(done))
  server.resetHandlers()
  requests.length = 0
  forgetSent()
  localStorage.clear()
  sessionStorage.clear()
  // What a browser tells other windows when all of storage is gone: every store reads it again.
  window.dispatchEvent(new StorageEvent('storage'))
  setOnlyMagnet(true)
  currentToast.set(null)
  loginDialogOpen.set(false)
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in jsdom
  document.cookie = 'copyCount=; Max-Age=0; path=/'
})
