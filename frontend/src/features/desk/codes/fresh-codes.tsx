import { useState } from 'react'
import type { CodesMade } from '@/shared/api/types.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import { saveFile } from '@/shared/lib/save-file.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import './fresh-codes.css'

/** Codes that were just made: to be saved as a file or copied, since nobody can see them again. */
export function FreshCodes({ made, onClose }: { made: CodesMade; onClose: () => void }) {
  const [saved, setSaved] = useState(false)
  const [asking, setAsking] = useState(false)
  const lines = made.codes.map((code) => `${code}\n`).join('')
  return (
    <Dialog title={`已生成 ${made.codes.length} 个激活码`} open onClose={() => (saved ? onClose() : setAsking(true))}>
      <div className="desk-form">
        <p className="fresh-codes-note" role="status">
          关闭后无法再次查看。请现在下载文件或复制，并妥善保管。
        </p>
        <p className="desk-sub">
          {made.planName} · 批次 {made.batch}
        </p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key */}
        <pre className="fresh-codes numeric" tabIndex={0}>
          {lines}
        </pre>
        <div className="dialog-actions">
          <Button onClick={() => void copyText(lines).then((copied) => copied && setSaved(true))}>全部复制</Button>
          <Button
            primary
            onClick={() => {
              saveFile(`激活码-${made.batch}.txt`, 'text/plain;charset=utf-8', lines)
              setSaved(true)
            }}
          >
            下载文件
          </Button>
        </div>
      </div>
      {asking && (
        <ConfirmDialog
          title="还没有保存激活码"
          confirm="不保存"
          open
          onConfirm={onClose}
          onClose={() => setAsking(false)}
        >
          关闭后谁都看不到这些激活码，只能作废后重新生成。
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
