import type { ReactNode } from 'react'
import { PullRefresh } from 'vant-react/es/pull-refresh/index.js'

/** Pull-to-refresh on phones. Mouse and keyboard users have the refresh button beside the list. */
export function Refreshable({ onRefresh, children }: { onRefresh: () => Promise<unknown>; children: ReactNode }) {
  return (
    <PullRefresh onRefresh={async () => void (await onRefresh())} successText="刷新成功">
      {children}
    </PullRefresh>
  )
}
