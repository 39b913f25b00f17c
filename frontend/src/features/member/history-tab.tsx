import { useState } from 'react'
import { ForgetButton } from '@/entities/work/forget-button.tsx'
import { clearHistory, forgetWork, useHistory } from '@/entities/work/history.ts'
import { WorkGrid } from '@/entities/work/work-grid.tsx'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import '@/entities/work/works-list.css'

/** The tab 浏览记录: recently opened works of this device, newest first (R8.7). */
export function HistoryTab() {
  const works = useHistory()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  if (works.length === 0) return <EmptyView text="还没有浏览记录" hint="浏览记录只保存在本机。" />
  return (
    <>
      <div className="works-list-bar works-list-bar-short">
        <div className="works-list-heading">
          <span className="works-list-total numeric">{works.length} 部，只保存在本机</span>
        </div>
        <Button round onClick={() => setAsking(true)}>
          清空
        </Button>
      </div>
      <WorkGrid
        works={works}
        corner={(work) => <ForgetButton label={`从浏览记录删除 ${work.number}`} onForget={() => forgetWork(work.id)} />}
      />
      <ConfirmDialog
        title="清空浏览记录?"
        confirm="清空"
        open={asking}
        onConfirm={() => {
          clearHistory()
          close()
        }}
        onClose={close}
      >
        本机的浏览记录和观看进度会全部删除，不能恢复。
      </ConfirmDialog>
    </>
  )
}
