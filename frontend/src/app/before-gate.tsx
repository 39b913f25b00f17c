import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import type { sitePageAt } from '@/shared/config/site-pages.ts'
import { lazyScreen } from '@/shared/lib/lazy-screen.tsx'
import { Logo } from '@/shared/ui/logo.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { ScreenFrame } from './screen-frame.tsx'
import '@/shared/ui/chip.css'
import './before-gate.css'

const SitePage = lazyScreen(() => import('@/features/site-pages/site-page.tsx'))

/** A page about the site, readable before the age question is answered. */
export function BeforeGate({ page }: { page: NonNullable<ReturnType<typeof sitePageAt>> }) {
  return (
    <main className="before-gate">
      <div className="before-gate-bar">
        <Logo />
        <Link to="/" replace className="chip">
          返回
        </Link>
      </div>
      <ScreenFrame title={page.title}>
        <Suspense fallback={<Spinner />}>
          <SitePage name={page.name} />
        </Suspense>
      </ScreenFrame>
    </main>
  )
}
