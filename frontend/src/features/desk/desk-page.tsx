import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { userInfoOptions } from '@/entities/user/api/user-info.ts'
import { useSignedIn } from '@/shared/api/session.ts'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { EmptyView, ErrorView } from '@/shared/ui/states.tsx'
import { AuditScreen } from './audit/audit-screen.tsx'
import { CodesScreen } from './codes/codes-screen.tsx'
import { DashboardScreen } from './dashboard/dashboard-screen.tsx'
import { DeskFrame } from './desk-frame.tsx'
import { DownloadsScreen } from './downloads/downloads-screen.tsx'
import { ImportScreen } from './import/import-screen.tsx'
import { MembersScreen } from './members/members-screen.tsx'
import { MessagesScreen } from './messages/messages-screen.tsx'
import { OrdersScreen } from './orders/orders-screen.tsx'
import { PlansScreen } from './plans/plans-screen.tsx'
import { ReportsScreen } from './reports/reports-screen.tsx'
import { type DeskSection, partsFor } from './sections.ts'
import { SettingsScreen } from './settings/settings-screen.tsx'
import { TermsScreen } from './terms/terms-screen.tsx'
import { WorksScreen } from './works/works-screen.tsx'
import '@/shared/ui/chip.css'
import '@/shared/ui/dialog.css'
import '@/shared/ui/field.css'

const SCREENS: Record<DeskSection, ReactNode> = {
  dashboard: <DashboardScreen />,
  messages: <MessagesScreen />,
  works: <WorksScreen />,
  terms: <TermsScreen />,
  import: <ImportScreen />,
  reports: <ReportsScreen />,
  downloads: <DownloadsScreen />,
  orders: <OrdersScreen />,
  plans: <PlansScreen />,
  codes: <CodesScreen />,
  members: <MembersScreen />,
  audit: <AuditScreen />,
  settings: <SettingsScreen />,
}

/** /admin and below: one part of the operators' console, for those who may see it. */
export function DeskPage({ section }: { section?: DeskSection }) {
  const signedIn = useSignedIn()
  const info = useQuery({ ...userInfoOptions(), enabled: signedIn })
  if (!signedIn) return <NoPermission hint="请使用管理账号登录。" to="/login" way="去登录" />
  if (info.isPending) return <Spinner />
  if (!info.data) return <ErrorView error={info.error} onRetry={() => void info.refetch()} />

  const parts = partsFor(info.data.permissions)
  const [first] = parts
  if (!first) return <NoPermission hint="当前账号不能使用管理台。" to="/index" way="返回首页" />
  if (!section) return <Navigate to={first.to} replace />
  const allowed = parts.some((part) => part.section === section)
  return (
    <DeskFrame parts={parts} current={section} userName={info.data.user?.userName ?? ''}>
      {allowed ? SCREENS[section] : <NoPermission hint="当前账号不能使用这一部分。" to={first.to} way={first.label} />}
    </DeskFrame>
  )
}

function NoPermission({ hint, to, way }: { hint: string; to: string; way: string }) {
  return (
    <div className="page">
      <h1 className="visually-hidden">管理台</h1>
      <EmptyView text="没有权限" hint={hint}>
        <Link to={to} className="chip">
          {way}
        </Link>
      </EmptyView>
    </div>
  )
}
