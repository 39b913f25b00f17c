import type { QueryClient } from '@tanstack/react-query'

/** Drops everything the browser keeps of the site's code and lists, not history nor session, and loads it anew. */
export async function refreshVersion(client: QueryClient): Promise<void> {
  client.clear()
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(workers.map((worker) => worker.unregister()))
  if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  window.location.reload()
}
