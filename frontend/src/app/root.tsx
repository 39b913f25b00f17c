import { useEffect } from 'react'
import { ScrollRestoration } from 'react-router-dom'
import { useAgeState } from '@/features/age-gate/age-choice.ts'
import { AgeGate } from '@/features/age-gate/age-gate.tsx'
import { LeavePage } from '@/features/age-gate/leave-page.tsx'
import { useLeaveFast } from '@/features/age-gate/use-leave-fast.ts'
import { followSystemTheme } from '@/shared/lib/preferences.ts'
import { ToastHost } from '@/shared/ui/toast-host.tsx'
import { isKept } from './keep-alive.tsx'
import { Shell } from './shell.tsx'
import { useSessionCache } from './use-session-cache.ts'

/** Everything under the router: the age question first, the site only after it. */
export function Root() {
  const age = useAgeState()
  useLeaveFast()
  useSessionCache()
  useEffect(followSystemTheme, [])
  if (age === 'left') return <LeavePage />
  if (age === 'asking') return <AgeGate />
  return (
    <>
      <Shell />
      <ToastHost />
      <ScrollRestoration
        getKey={(location) => (isKept(location.pathname) ? location.pathname + location.search : location.key)}
      />
    </>
  )
}
