import type { IconName } from '@/shared/ui/icons.tsx'

/** A part of the console. */
export type DeskSection = 'messages' | 'works' | 'reports' | 'downloads' | 'orders' | 'plans' | 'codes' | 'audit'

interface DeskPart {
  section: DeskSection
  label: string
  to: string
  icon: IconName
  /** What getInfo must list for it; the server checks each call too. */
  permission: string
}

const PARTS: readonly DeskPart[] = [
  { section: 'messages', label: '留言', to: '/admin/messages', icon: 'chat', permission: 'messages:reply' },
  { section: 'works', label: '作品', to: '/admin/works', icon: 'clapper', permission: 'works:edit' },
  { section: 'reports', label: '举报', to: '/admin/reports', icon: 'flag', permission: 'reports:handle' },
  { section: 'downloads', label: '下载申请', to: '/admin/downloads', icon: 'download', permission: 'downloads:handle' },
  { section: 'orders', label: '订单', to: '/admin/orders', icon: 'wallet', permission: 'orders:view' },
  { section: 'plans', label: '套餐', to: '/admin/plans', icon: 'crown', permission: 'plans:edit' },
  { section: 'codes', label: '激活码', to: '/admin/codes', icon: 'ticket', permission: 'codes:make' },
  { section: 'audit', label: '操作日志', to: '/admin/audit', icon: 'receipt', permission: 'audit:view' },
]

/** The parts of the console that somebody's permissions open, in order. */
export function partsFor(permissions: readonly string[]): DeskPart[] {
  return PARTS.filter(({ permission }) => permissions.includes(permission))
}
