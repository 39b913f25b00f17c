import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { isKept } from '@/entities/work/api.ts'
import { WORK_LISTS_KEY } from '@/entities/work/work-keys.ts'
import { putNewVersionOff, startServiceWorker, takeNewVersion, waitingVersion } from '@/shared/lib/service-worker.ts'
import { useStore } from '@/shared/state/store.ts'
import './page-notes.css'

/** Notes above every page: no connection, lists that are not of now, and a new version. */
export function PageNotes() {
  const online = useSyncExternalStore(followConnection, () => navigator.onLine)
  const { showsKept, refresh } = useKeptLists()
  const version = useStore(waitingVersion)
  useEffect(startServiceWorker, [])
  return (
    <div className="page-notes" role="status">
      {!online && (
        <p>
          网络已断开，只能看之前看过的内容
          <Link to="/user?tab=history">浏览记录</Link>
        </p>
      )}
      {online && showsKept && (
        <p>
          网络不畅，先看之前看过的内容
          <button type="button" onClick={refresh}>
            刷新
          </button>
        </p>
      )}
      {online && !showsKept && version && (
        <p>
          有新版本
          <button type="button" onClick={takeNewVersion}>
            刷新
          </button>
          <button type="button" onClick={putNewVersionOff}>
            稍后
          </button>
        </p>
      )}
    </div>
  )
}

/** Lists on the page that the device kept from an earlier time. */
const KEPT_LISTS = {
  queryKey: WORK_LISTS_KEY,
  type: 'active',
  predicate: ({ state }: Query) => isKept(state.data),
} as const

/** Whether such lists are on the page, and a way to ask for them again. */
function useKeptLists(): { showsKept: boolean; refresh: () => void } {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const follow = useCallback((onChange: () => void) => cache.subscribe(notifyManager.batchCalls(onChange)), [cache])
  const showsKept = useSyncExternalStore(follow, () => cache.findAll(KEPT_LISTS).length > 0)
  return { showsKept, refresh: () => void client.refetchQueries(KEPT_LISTS) }
}

function followConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
