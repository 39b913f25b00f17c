import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { siteTexts } from '@/shared/api/app-config.ts'
import { LEAVE_FALLBACK_MS } from '@/shared/config/constants.ts'
import { NEUTRAL_TITLE, usePreferences } from '@/shared/lib/preferences.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Logo } from '@/shared/ui/logo.tsx'
import { SiteFoot } from '@/shared/ui/site-foot.tsx'
import { confirmAge, leave } from './age-choice.ts'
import './age-gate.css'

/** The first screen of every URL: asks for the age before anything is fetched (R1.23). */
export function AgeGate() {
  const location = useLocation()
  const navigate = useNavigate()
  const { discreet } = usePreferences()
  const fallback = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const cancel = () => clearTimeout(fallback.current)
    // A page restored from the back/forward cache must not show the left state.
    window.addEventListener('pagehide', cancel)
    return () => window.removeEventListener('pagehide', cancel)
  }, [])

  function onEnter() {
    clearTimeout(fallback.current)
    confirmAge()
    navigate(location.pathname === '/' ? '/index' : location, { replace: true })
  }

  function onLeave() {
    fallback.current = setTimeout(leave, LEAVE_FALLBACK_MS)
    window.history.back()
  }

  return (
    <main className="age-gate">
      <title>{discreet ? NEUTRAL_TITLE : siteTexts().name}</title>
      <div className="age-gate-card">
        <Logo large />
        <h1>年龄确认</h1>
        <p>本站内容仅供已达到所在地法定成年年龄的访客浏览。</p>
        <p>您是否已经成年？</p>
        <div className="age-gate-actions">
          <Button primary block onClick={onEnter}>
            我已成年，进入
          </Button>
          <Button block onClick={onLeave}>
            离开
          </Button>
        </div>
        <p className="age-gate-note">选择保存在本机 30 天，可在菜单中撤回。</p>
        <SiteFoot />
      </div>
    </main>
  )
}
