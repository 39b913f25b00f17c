import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import type { LeaveQuestion } from '@/shared/feedback/leave-guards.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import { saveFile } from '@/shared/lib/save-file.ts'
import { useLeaveGuard } from '@/shared/lib/use-leave-guard.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import './fresh-codes.css'

/** New codes, to be saved or copied now: they cannot be shown again. */
export function FreshCodes({ made, onClose }: { made: Schemas['CreatedCodes']; onClose: () => void }) {
  return (
    <Dialog title={`已生成 ${made.codes.length} 个激活码`} open onClose={onClose}>
      <Codes made={made} />
    </Dialog>
  )
}

const UNSAVED: LeaveQuestion = {
  title: '还没有保存激活码',
  text: '离开后谁都看不到这些激活码，只能作废后重新生成。',
  stay: '返回保存',
  leave: '不保存',
}

const HINTS = {
  not: '关闭后无法再次查看。请现在下载文件或复制，并妥善保管。',
  copied: '已复制。请粘贴到安全的地方保管，关闭后无法再次查看。',
  // Installed sites and web views take the call and save nothing.
  file: '已开始下载。请打开文件看一看，能看到激活码再点“已保存”。',
  kept: '已保存。关闭后无法再次查看。',
} as const

function Codes({ made }: { made: Schemas['CreatedCodes'] }) {
  const [saved, setSaved] = useState<keyof typeof HINTS>('not')
  useLeaveGuard(saved === 'not' || saved === 'file', UNSAVED)
  const lines = made.codes.map((code) => `${code}\n`).join('')
  return (
    <div className="admin-form">
      <p className="fresh-codes-note" role="status">
        {HINTS[saved]}
      </p>
      <p className="admin-sub">
        {made.planName} · 批次 {made.batch}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by key */}
      <pre className="fresh-codes numeric" tabIndex={0}>
        {lines}
      </pre>
      <div className="dialog-actions">
        <Button onClick={() => void copyText(lines).then((copied) => copied && setSaved('copied'))}>全部复制</Button>
        {saved === 'file' && <Button onClick={() => setSaved('kept')}>已保存</Button>}
        <Button
          primary
          onClick={() =>
            void saveFile(`激活码-${made.batch}.txt`, 'text/plain;charset=utf-8', lines).then(() => setSaved('file'))
          }
        >
          下载文件
        </Button>
      </div>
    </div>
  )
}
