import type { QueryClient } from '@tanstack/react-query'
import { toast } from '@/shared/feedback/toasts.ts'
import { readText, removeItem, writeText } from '@/shared/lib/storage.ts'

const ASKED = 'yingku.versionRefreshed'

/** Clears the cached code and lists, but not history and session, and reloads. */
export async function refreshVersion(client: QueryClient): Promise<void> {
  client.clear()
  const workers = (await navigator.serviceWorker?.getRegistrations()) ?? []
  await Promise.all(workers.map((worker) => worker.unregister()))
  if ('caches' in window) await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  writeText('session', ASKED, '1')
  window.location.reload()
}

/** Confirms the refresh after the reload. */
export function announceRefresh(): void {
  if (readText('session', ASKED) === null) return
  removeItem('session', ASKED)
  toast('已是最新版本', { kind: 'success' })
}
