import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { ApiError } from '@/shared/api/errors.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { BackButton } from '@/shared/ui/back-button.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { sessionsOptions } from './api.ts'
import { DataSection } from './data-section.tsx'
import { KeysSection } from './keys-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import '@/shared/ui/chip.css'
import '@/shared/ui/dialog.css'
import './security-page.css'

/** /user/account: password, recovery, sessions, keys of programs, data export and account deletion. */
export default function SecurityPage() {
  const signedIn = useSignedIn()
  const sessions = useQuery(sessionsOptions())
  // With a temporary password the API answers nothing else.
  const isTemporary = sessions.error instanceof ApiError && sessions.error.errorCode === 'password_change_required'
  return (
    <div className="page security-page">
      <header className="security-head">
        <BackButton otherwise="/user" />
        <h1>账户安全</h1>
      </header>
      {signedIn ? (
        <>
          {isTemporary && <p role="status">这个密码是客服重置的，请先改成只有您知道的密码。</p>}
          <PasswordSection />
          {!isTemporary && (
            <>
              <RecoverySection />
              <SessionsSection />
              <KeysSection />
              <DataSection />
            </>
          )}
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
