import { Activity, isValidElement, Suspense, useState } from 'react'
import { type Location, matchPath, Navigate, type NavigateProps, Route, Routes, useLocation } from 'react-router-dom'
import { ageState } from '@/features/age-gate/age-choice.ts'
import { hasStoredUser } from '@/shared/api/session.ts'
import type { LazyScreen } from '@/shared/lib/lazy-screen.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { ScreenFrame } from './screen-frame.tsx'
import { SCREENS, type Screen } from './screens.tsx'

/** Maximum number of screens kept alive; the least recently seen is dropped. */
const KEPT_SCREENS = 6

interface Visit {
  screen: Screen
  /** The last location of the screen, which it keeps while hidden. */
  location: Location
  /** Increases with every visit. */
  turn: number
}

/** The screen of a path, if any. */
export function screenAt(pathname: string): Screen | undefined {
  return SCREENS.find((screen) => matchPath({ path: screen.path, end: true }, pathname))
}

/** How long the first screen's code is waited for: as long as React shows a spinner, however soon the code comes. */
const PATIENCE_MS = 300
/** The same while the server's prerendered page is shown, which says more than a spinner. */
const PATIENCE_IN_SIGHT_MS = 8000

/** Whether the covers that the server drew are shown (public/theme.js). */
function isPrerendered(): boolean {
  return document.querySelector('.prerendered')?.checkVisibility?.() === true
}

/** Loads the code of the first screen, so that it is the first that is shown. Nobody waits for it before the age question. */
export async function bringFirstScreen(pathname: string): Promise<void> {
  if (ageState() !== 'confirmed') return
  const element = screenAt(pathname)?.element
  if (!isValidElement<object>(element)) return
  if (element.type === Navigate) return bringFirstScreen((element.props as NavigateProps).to.toString())
  const { bring } = element.type as Partial<LazyScreen<object>>
  const patience = new Promise<void>((done) => setTimeout(done, isPrerendered() ? PATIENCE_IN_SIGHT_MS : PATIENCE_MS))
  await Promise.race([bring?.(), patience])
}

/** Whether the screen of a path is kept alive. */
export function isKeptAlive(pathname: string): boolean {
  return screenAt(pathname)?.keepAlive === true
}

/** Where the guard redirects a visitor instead of showing the screen; `undefined` for most screens (R1.3). */
export function guardedTo(screen: Screen | undefined): string | undefined {
  return screen?.requireAuth && !hasStoredUser() ? '/UserLogin' : undefined
}

function withVisit(visits: readonly Visit[], screen: Screen, location: Location): Visit[] {
  const turn = Math.max(0, ...visits.map((visit) => visit.turn)) + 1
  const known = visits.some((visit) => visit.screen === screen)
  const next = known
    ? visits.map((visit) => (visit.screen === screen ? { screen, location, turn } : visit))
    : [...visits, { screen, location, turn }]
  if (next.length <= KEPT_SCREENS) return next
  const oldest = Math.min(...next.map((visit) => visit.turn))
  return next.filter((visit) => visit.turn !== oldest)
}

/**
 * Shows the current screen and keeps others alive, hidden, each with its own location. Their order is stable, so
 * nothing moves in the DOM.
 */
export function KeepAliveScreens() {
  const location = useLocation()
  const screen = screenAt(location.pathname)
  const [visits, setVisits] = useState<Visit[]>([])
  const current = visits.find((visit) => visit.screen === screen)
  const elsewhere = guardedTo(screen)
  if (!elsewhere && screen?.keepAlive && current?.location !== location) setVisits(withVisit(visits, screen, location))

  if (elsewhere) return <Navigate to={elsewhere} replace />
  return (
    <>
      {visits.map((visit) => (
        <Activity key={visit.screen.path} mode={visit.screen === screen ? 'visible' : 'hidden'}>
          <ScreenAt screen={visit.screen} location={visit.location} />
        </Activity>
      ))}
      {screen && !screen.keepAlive && <ScreenAt key={location.pathname} screen={screen} location={location} />}
    </>
  )
}

function ScreenAt({ screen, location }: { screen: Screen; location: Location }) {
  return (
    <Routes location={location}>
      <Route
        path={screen.path}
        element={
          <ScreenFrame title={screen.title} bare={screen.bare}>
            <Suspense fallback={<Spinner />}>{screen.element}</Suspense>
          </ScreenFrame>
        }
      />
    </Routes>
  )
}
