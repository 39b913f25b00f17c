import { Link, useLocation, useNavigate } from 'react-router-dom'
import { startSession } from '@/shared/api/session.ts'
import { returnPathIn } from '@/shared/lib/return-path.ts'
import { AccountFrame } from './account-frame.tsx'
import { LogInForm } from './log-in-form.tsx'

/** /login. */
export default function LoginPage() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const registered = (state as { userName?: string } | null)?.userName ?? ''
  return (
    <AccountFrame title="账户登陆">
      <LogInForm
        userName={registered}
        below={(userName) => (
          <Link to="/recover" state={{ userName, ...returnPathIn(state) }} className="account-other">
            忘记密码?点我找回
          </Link>
        )}
        onLoggedIn={(tokens) => {
          startSession(tokens)
          return navigate('/user', { replace: true, state: returnPathIn(state) })
        }}
      />
      <Link to="/register" state={returnPathIn(state)} className="account-other">
        没有账号?点我注册
      </Link>
    </AccountFrame>
  )
}
