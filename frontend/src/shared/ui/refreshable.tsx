import type { ReactNode } from 'react'
import { PullRefresh } from 'vant-react'

/** Content that a phone can pull down to reload. Mouse and keyboard use the refresh button beside the list. */
export function Refreshable({ onRefresh, children }: { onRefresh: () => Promise<unknown>; children: ReactNode }) {
  return (
    <PullRefresh onRefresh={async () => void (await onRefresh())} successText="刷新成功">
      {children}
    </PullRefresh>
  )
}
