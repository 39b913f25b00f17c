import { copyText } from '@/shared/lib/clipboard.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'
import './recovery-code-dialog.css'

interface RecoveryCodeDialogProps {
  /** The new code; `null` while there is none to show. */
  code: string | null
  onSaved: () => void
}

/** Shows a new recovery code, this once (R7.15). */
export function RecoveryCodeDialog({ code, onSaved }: RecoveryCodeDialogProps) {
  return (
    <Dialog title="保存恢复码" open={code !== null} onClose={onSaved}>
      <div className="recovery-code-dialog">
        <p>忘记密码时，用它重新设置密码，VIP和收藏都不会丢。只显示这一次，请截图或抄下来。</p>
        <code className="numeric">{code}</code>
        <div className="recovery-code-dialog-buttons">
          <Button block onClick={() => void copyText(code ?? '')}>
            复制恢复码
          </Button>
          <Button primary block onClick={onSaved}>
            已保存
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
