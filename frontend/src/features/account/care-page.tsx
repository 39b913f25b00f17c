import { Link } from 'react-router-dom'
import { useSignedIn } from '@/shared/api/session.ts'
import { BackButton } from '@/shared/ui/back-button.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { DataSection } from './data-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import '@/shared/ui/chip.css'
import '@/shared/ui/dialog.css'
import './care.css'

/** /user/account: the password, where one is logged in, one's data, and the way out for good. */
export function CarePage() {
  const signedIn = useSignedIn()
  return (
    <div className="page care">
      <header className="care-head">
        <BackButton otherwise="/user" />
        <h1>账户安全</h1>
      </header>
      {signedIn ? (
        <>
          <PasswordSection />
          <SessionsSection />
          <DataSection />
        </>
      ) : (
        <EmptyView text="还没有登录" hint="登录后可以修改密码、查看登录设备、导出和删除数据。">
          <Link to="/login" className="chip">
            去登录
          </Link>
        </EmptyView>
      )}
    </div>
  )
}
