import { useEffect } from 'react'
import { ScrollRestoration, useLocation } from 'react-router-dom'
import { withoutSwitch } from '@/entities/work/magnet-switch.ts'
import { useAgeCookie, useAgeState } from '@/features/age-gate/age-choice.ts'
import { AgeGate } from '@/features/age-gate/age-gate.tsx'
import { LeavePage } from '@/features/age-gate/leave-page.tsx'
import { useLeaveFast } from '@/features/age-gate/use-leave-fast.ts'
import { sitePageAt } from '@/shared/config/site-pages.ts'
import { keepFocusInPlace } from '@/shared/lib/lost-focus.ts'
import { followSystemTheme } from '@/shared/lib/preferences.ts'
import { ToastHost } from '@/shared/ui/toast-host.tsx'
import { BeforeGate } from './before-gate.tsx'
import { isKeptAlive } from './keep-alive.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { Shell } from './shell.tsx'
import { useAccountLists } from './use-account-lists.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'
import { useSessionCache } from './use-session-cache.ts'
import { useVisits } from './use-visits.ts'

/** Everything below the router: the age question first, then the site. The pages about the site need no answer. */
export function Root() {
  const age = useAgeState()
  const { pathname } = useLocation()
  const sitePage = sitePageAt(pathname)
  // Operators have unsaved work here, and nothing to hide.
  useLeaveFast(!pathname.startsWith('/admin'))
  useAgeCookie()
  useSessionCache()
  useAccountLists()
  useVisits(age === 'confirmed')
  useScrollRestoration()
  useEffect(followSystemTheme, [])
  useEffect(keepFocusInPlace, [])
  if (age === 'left') return <LeavePage />
  if (age === 'asking') return sitePage ? <BeforeGate page={sitePage} /> : <AgeGate />
  return (
    <>
      <Shell />
      <LeaveGuard />
      <ToastHost />
      <ScrollRestoration
        getKey={({ pathname, search, key }) => (isKeptAlive(pathname) ? `${pathname}?${withoutSwitch(search)}` : key)}
      />
    </>
  )
}
