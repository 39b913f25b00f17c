import { createStore } from '../state/store.ts'
import { loadAgain } from './load-again.ts'

/** How often a page that stays open looks for a new version, in milliseconds. */
const LOOK_EVERY_MS = 60 * 60_000
/** The first load is over by then, in milliseconds: the worker's files do not compete with it. */
const WAIT_MS = 5000

/** A new version of the site that waits for consent. */
export const waitingVersion = createStore<ServiceWorker | null>(null)

/** Installs the service worker and looks for new versions; returns a function to stop. */
export function startServiceWorker(): () => void {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers || !import.meta.env.PROD) return () => undefined
  let looking: ReturnType<typeof setInterval> | undefined
  const start = setTimeout(async () => {
    try {
      const registration = await workers.register('/sw.js')
      if (registration.waiting && workers.controller) waitingVersion.set(registration.waiting)
      registration.addEventListener('updatefound', () => announceWhenInstalled(workers, registration.installing))
      looking = setInterval(() => void registration.update().catch(() => undefined), LOOK_EVERY_MS)
    } catch {
      // Blocked by the browser: the site works without.
    }
  }, WAIT_MS)
  return () => {
    clearTimeout(start)
    clearInterval(looking)
  }
}

function announceWhenInstalled(workers: ServiceWorkerContainer, worker: ServiceWorker | null): void {
  worker?.addEventListener('statechange', () => {
    // Without a controller it is the first one, which replaces nothing.
    if (worker.state === 'installed' && workers.controller) waitingVersion.set(worker)
  })
}

/** Changes to the waiting version and loads the page again. */
export function takeNewVersion(): void {
  const version = waitingVersion.get()
  // Another window has taken it, or somebody stayed on the page for unsaved input: it changes no more.
  if (version?.state !== 'installed') {
    loadAgain()
    return
  }
  navigator.serviceWorker.addEventListener('controllerchange', loadAgain, { once: true })
  version.postMessage('activate')
}

/** Goes on without the waiting version; the next page that is loaded announces it again. */
export function putNewVersionOff(): void {
  waitingVersion.set(null)
}
