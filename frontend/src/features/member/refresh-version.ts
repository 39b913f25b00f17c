import type { QueryClient } from '@tanstack/react-query'
import { toast } from '@/shared/feedback/toasts.ts'
import { readText, removeItem, writeText } from '@/shared/lib/storage.ts'

const ASKED = 'yingku.versionRefreshed'

/** Drops everything the browser keeps of the site's code and lists, not history nor session, and loads it anew. */
export async function refreshVersion(client: QueryClient): Promise<void> {
  client.clear()
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(workers.map((worker) => worker.unregister()))
  if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  writeText('session', ASKED, '1')
  window.location.reload()
}

/** Says so once the page that was asked to refresh is here again. */
export function announceRefresh(): void {
  if (readText('session', ASKED) === null) return
  removeItem('session', ASKED)
  toast('已是最新版本', { kind: 'success' })
}
