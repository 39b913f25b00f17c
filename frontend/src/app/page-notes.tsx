import { notifyManager, type Query, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { isKept } from '@/entities/work/api.ts'
import { WORK_LISTS_KEY } from '@/entities/work/work-keys.ts'
import { siteTexts } from '@/shared/api/app-config.ts'
import { putNewVersionOff, startServiceWorker, takeNewVersion, waitingVersion } from '@/shared/lib/service-worker.ts'
import { persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'
import { LinkedText } from '@/shared/ui/linked-text.tsx'
import './page-notes.css'

/** The announcement that was closed on this device. */
const closed = persistedStore<string>({
  key: 'yingku.announcement',
  parse: (text) => text ?? '',
  format: (text) => text,
})

/** Tells the styles how much of the window's bottom the notes cover. */
function useRoomFor(notes: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const box = notes.current
    if (!box || typeof ResizeObserver === 'undefined') return
    const { style } = document.documentElement
    const height = new ResizeObserver(() => style.setProperty('--notes', `${box.offsetHeight}px`))
    height.observe(box)
    return () => {
      height.disconnect()
      style.removeProperty('--notes')
    }
  }, [notes])
}

/** Notes above every page: no connection, lists that are not of now, a new version, and the site's announcement. */
export function PageNotes() {
  const online = useSyncExternalStore(followConnection, () => navigator.onLine)
  const { showsKept, refresh } = useKeptLists()
  const version = useStore(waitingVersion)
  const { announcement } = siteTexts()
  const isClosed = useStore(closed) === announcement
  const notes = useRef<HTMLDivElement>(null)
  useEffect(startServiceWorker, [])
  useRoomFor(notes)
  return (
    <div ref={notes} className="page-notes" role="status">
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
      {online && !showsKept && !version && announcement && !isClosed && (
        <p className="page-notes-announcement">
          <span>
            <LinkedText text={announcement} />
          </span>
          <button type="button" aria-label="关闭公告" onClick={() => closed.set(announcement)}>
            关闭
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
