import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { clearTokens } from '@/shared/api/session.ts'
import { keyWasLost, loginDialogOpen } from '@/shared/feedback/login-dialog.ts'
import { returnPathFrom } from '@/shared/lib/return-path.ts'
import { useStore } from '@/shared/state/store.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CancelButton, Dialog } from '@/shared/ui/dialog.tsx'

function close(): void {
  loginDialogOpen.set(false)
  keyWasLost.set(false)
}

/** The dialog for answers with code 403 (R15.5). It goes with the page that asked for it. */
export function LoginDialog() {
  const open = useStore(loginDialogOpen)
  const lost = useStore(keyWasLost)
  const navigate = useNavigate()
  const location = useLocation()
  const { pathname } = location
  const shown = useRef(pathname)
  // Before the effects of the new page, which may open it again.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    close()
  }, [pathname])

  function onLogIn() {
    clearTokens()
    close()
    void navigate('/login', { state: returnPathFrom(location) })
  }

  return (
    <Dialog title="登录提示" open={open} onClose={close}>
      <p className="dialog-text">
        您还没有登录，或登陆信息已过期,请重新登陆
        {lost && '。浏览器清理了本站在这台设备上保存的数据，原来的登录随之失效。'}
      </p>
      <div className="dialog-actions">
        <CancelButton />
        <Button primary onClick={onLogIn}>
          去登录
        </Button>
      </div>
    </Dialog>
  )
}
