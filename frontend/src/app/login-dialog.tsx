import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { endSession, giveUpSession, useStoredUser } from '@/shared/api/session.ts'
import { isPageHeld } from '@/shared/feedback/held-page.ts'
import { hasUnsaved } from '@/shared/feedback/leave-guards.ts'
import { keyWasLost, loginDialogOpen } from '@/shared/feedback/login-dialog.ts'
import { returnPathFrom } from '@/shared/lib/return-path.ts'
import { useStore } from '@/shared/state/store.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CancelButton, Dialog } from '@/shared/ui/dialog.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'

// Forms are no part of the first load.
const LogInHere = lazy(() => import('@/features/account/log-in-here.tsx'))

function close(): void {
  loginDialogOpen.set(false)
  keyWasLost.set(false)
}

/** The dialog for answers with code 403 (R15.5). It goes with the page that asked for it. */
export function LoginDialog() {
  const open = useStore(loginDialogOpen)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  // Before the effects of the new page, which may open it again.
  useLayoutEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    close()
    giveUpSession()
  }, [pathname])
  if (!open) return null

  function onClose() {
    close()
    if (!hasUnsaved()) giveUpSession()
  }

  return (
    <Dialog title="登录提示" open onClose={onClose}>
      <Asking />
    </Dialog>
  )
}

/** The question, and where the page is held in place (R16.11) the form. */
function Asking() {
  const lost = useStore(keyWasLost)
  const navigate = useNavigate()
  const location = useLocation()
  const [here, setHere] = useState(false)

  function onLogIn() {
    const stays = isPageHeld()
    endSession()
    if (stays) return setHere(true)
    close()
    void navigate('/login', { state: returnPathFrom(location) })
  }

  if (here) return <Here />
  return (
    <>
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
    </>
  )
}

/** Closes by itself once somebody is logged in, here or in another window. */
function Here() {
  const signedIn = useStoredUser()
  useEffect(() => {
    if (signedIn) close()
  }, [signedIn])
  return (
    <Suspense fallback={<Spinner />}>
      <LogInHere />
    </Suspense>
  )
}
