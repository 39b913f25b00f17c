import { useQuery } from '@tanstack/react-query'
import { type ComponentType, Suspense, useEffect } from 'react'
import { Link, Navigate, useLocation } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { holdPage } from '@/shared/feedback/held-page.ts'
import { lazyScreen } from '@/shared/lib/lazy-screen.tsx'
import { returnPathFrom } from '@/shared/lib/return-path.ts'
import { ScreenBoundary } from '@/shared/ui/screen-boundary.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'
import { AdminFrame } from './kit/admin-frame.tsx'
import { type AdminSection, partsFor } from './kit/sections.ts'
import { PaletteButton } from './palette/palette-button.tsx'
import '@/shared/ui/chip.css'
import '@/shared/ui/dialog.css'
import '@/shared/ui/field.css'
// Section styles load later and override these.
import './kit/admin-table.css'
import './kit/table-fields.css'
import './kit/conflict-panel.css'

const PAGES: Record<AdminSection, ComponentType> = {
  dashboard: lazyScreen(() => import('./dashboard/dashboard-page.tsx')),
  statistics: lazyScreen(() => import('./statistics/statistics-page.tsx')),
  messages: lazyScreen(() => import('./messages/messages-page.tsx')),
  works: lazyScreen(() => import('./works/works-page.tsx')),
  terms: lazyScreen(() => import('./terms/terms-page.tsx')),
  import: lazyScreen(() => import('./import/import-page.tsx')),
  jobs: lazyScreen(() => import('./jobs/jobs-page.tsx')),
  reports: lazyScreen(() => import('./reports/reports-page.tsx')),
  downloads: lazyScreen(() => import('./downloads/downloads-page.tsx')),
  orders: lazyScreen(() => import('./orders/orders-page.tsx')),
  plans: lazyScreen(() => import('./plans/plans-page.tsx')),
  codes: lazyScreen(() => import('./codes/codes-page.tsx')),
  members: lazyScreen(() => import('./members/members-page.tsx')),
  audit: lazyScreen(() => import('./audit/audit-page.tsx')),
  settings: lazyScreen(() => import('./settings/settings-page.tsx')),
}

/** /admin and below: one section of the console, if the user may see it. */
export default function AdminPage({ section }: { section?: AdminSection }) {
  const signedIn = useSignedIn()
  const info = useQuery(userInfoOptions())
  useEffect(holdPage, [])
  if (!signedIn) return <NoPermission hint="请使用管理账号登录。" to="/login" label="去登录" />
  if (info.isPending) return <Spinner />
  if (!info.data) return <ErrorView error={info.error} onRetry={() => void info.refetch()} />

  const parts = partsFor(info.data.permissions)
  const [first] = parts
  if (!first) return <NoPermission hint="当前账号不能使用管理台。" to="/index" label="返回首页" />
  if (!section) return <Navigate to={first.to} replace />
  const allowed = parts.some((part) => part.section === section)
  const Page = PAGES[section]
  return (
    <AdminFrame
      parts={parts}
      current={section}
      userName={info.data.user?.userName ?? ''}
      search={<PaletteButton parts={parts} />}
    >
      {allowed ? (
        // A section whose code did not come leaves the way to the others.
        <ScreenBoundary key={section} head={<SectionHead parts={parts} section={section} />}>
          <Suspense fallback={<Spinner />}>
            <Page />
          </Suspense>
        </ScreenBoundary>
      ) : (
        <NoPermission hint="当前账号不能使用这一部分。" to={first.to} label={first.label} />
      )}
    </AdminFrame>
  )
}

function SectionHead({ parts, section }: { parts: ReturnType<typeof partsFor>; section: AdminSection }) {
  return (
    <div className="admin-head">
      <h1>{parts.find((part) => part.section === section)?.label}</h1>
    </div>
  )
}

function NoPermission({ hint, to, label }: { hint: string; to: string; label: string }) {
  const location = useLocation()
  return (
    <div className="page">
      <h1 className="visually-hidden">管理台</h1>
      <EmptyView text="没有权限" hint={hint}>
        <Link to={to} state={returnPathFrom(location)} className="chip">
          {label}
        </Link>
      </EmptyView>
    </div>
  )
}
