import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { COLLECT_NOTICE_MS } from '@/shared/config/constants.ts'

interface CollectNoticeProps {
  shown: boolean
  onChange: () => void
  onGone: () => void
}

/** Shows for five seconds where a work was collected, and offers another collection (R9.4). */
export function CollectNotice({ shown, onChange, onGone }: CollectNoticeProps) {
  useEffect(() => {
    if (!shown) return
    const timer = setTimeout(onGone, COLLECT_NOTICE_MS)
    return () => clearTimeout(timer)
  }, [shown, onGone])

  // Outside the title bar: its backdrop filter would contain fixed descendants.
  return createPortal(
    <div className="collect-notice" role="status">
      {shown && (
        <p>
          已添加到默认收藏夹
          <button type="button" onClick={onChange}>
            更改
          </button>
        </p>
      )}
    </div>,
    document.body,
  )
}
