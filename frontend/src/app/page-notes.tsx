import { useEffect, useSyncExternalStore } from 'react'
import { Link } from 'react-router-dom'
import { putNewVersionOff, startServiceWorker, takeNewVersion, waitingVersion } from '@/shared/lib/service-worker.ts'
import { useStore } from '@/shared/state/store.ts'
import './page-notes.css'

/** Notes above every page: no connection, and a new version. */
export function PageNotes() {
  const online = useSyncExternalStore(followConnection, () => navigator.onLine)
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
      {online && version && (
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

function followConnection(onChange: () => void): () => void {
  window.addEventListener('online', onChange)
  window.addEventListener('offline', onChange)
  return () => {
    window.removeEventListener('online', onChange)
    window.removeEventListener('offline', onChange)
  }
}
