import { useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { CopyRefusal } from '@/entities/magnet/api.ts'
import { copyText } from '@/shared/lib/clipboard.ts'
import { returnPathFrom } from '@/shared/lib/return-path.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'

interface MagnetPromptsProps {
  refusal: CopyRefusal | null
  /** A link to be copied by hand. */
  byHand: string | null
  onClose: () => void
}

/** The dialogs of a failed copy: log in, get VIP, or copy by hand. */
export function MagnetPrompts({ refusal, byHand, onClose }: MagnetPromptsProps) {
  const navigate = useNavigate()
  const location = useLocation()
  const goTo = (path: string) => () => {
    onClose()
    void navigate(path, { state: returnPathFrom(location) })
  }
  return (
    <>
      <ConfirmDialog
        title="登录提示"
        confirm="去登录"
        open={refusal === 'copy_login'}
        onConfirm={goTo('/login')}
        onClose={onClose}
      >
        需要登陆账号才可以使用该功能！
      </ConfirmDialog>
      <ConfirmDialog
        title="升级VIP"
        confirm="升级VIP"
        open={refusal === 'copy_vip'}
        onConfirm={goTo('/pay')}
        onClose={onClose}
      >
        非VIP用户,每日最多复制100次,,请先收藏后次日下载或升级VIP
      </ConfirmDialog>
      <Dialog title="手动复制" open={byHand !== null} onClose={onClose}>
        {byHand !== null && <ByHand link={byHand} />}
      </Dialog>
    </>
  )
}

/** The link in a selected text field. */
function ByHand({ link }: { link: string }) {
  const field = useRef<HTMLTextAreaElement>(null)
  const select = () => field.current?.select()
  return (
    <div className="magnet-by-hand">
      <p>浏览器不允许自动复制，请长按或右键复制下面的链接。</p>
      <textarea ref={field} aria-label="磁力链接" value={link} readOnly rows={3} onFocus={select} onClick={select} />
      <Button primary block onClick={() => void copyText(link).then(select)}>
        再试一次
      </Button>
    </div>
  )
}
