import { Link, useNavigate } from 'react-router-dom'
import { useSignedIn } from '@/shared/api/session.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { DataSection } from './data-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import '@/shared/ui/chip.css'
import '@/shared/ui/dialog.css'
import './care.css'

/** /user/account: the password, where one is logged in, one's data, and the way out for good. */
export function CarePage() {
  const navigate = useNavigate()
  const signedIn = useSignedIn()
  return (
    <div className="page care">
      <header className="care-head">
        <button
          type="button"
          className="icon-button"
          aria-label="返回"
          onClick={() => void (window.history.length > 1 ? navigate(-1) : navigate('/user'))}
        >
          <Icon name="back" size={22} />
        </button>
        <h1>账户安全</h1>
      </header>
      {signedIn ? (
        <>
          <PasswordSection />
          <SessionsSection />
          <DataSection />
        </>
      ) : (
        <EmptyView text="还没有登陆" hint="登陆后可以修改密码、查看登录设备、导出和删除数据。">
          <Link to="/login" className="chip">
            去登陆
          </Link>
        </EmptyView>
      )}
    </div>
  )
}
