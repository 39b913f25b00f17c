import type { IconName } from '@/shared/ui/icons.tsx'

/** A part of the console. */
export type DeskSection = 'dashboard' | 'messages' | 'works' | 'reports' | 'audit'

interface DeskPart {
  section: DeskSection
  label: string
  to: string
  icon: IconName
  /** What getInfo must list for it; the server checks each call too. */
  permission: string
}

const PARTS: readonly DeskPart[] = [
  { section: 'dashboard', label: '概览', to: '/admin/dashboard', icon: 'bars', permission: 'dashboard:view' },
  { section: 'messages', label: '留言', to: '/admin/messages', icon: 'chat', permission: 'messages:reply' },
  { section: 'works', label: '作品', to: '/admin/works', icon: 'clapper', permission: 'works:edit' },
  { section: 'reports', label: '举报', to: '/admin/reports', icon: 'flag', permission: 'reports:handle' },
  { section: 'audit', label: '操作日志', to: '/admin/audit', icon: 'receipt', permission: 'audit:view' },
]

/** The parts of the console that somebody's permissions open, in order. */
export function partsFor(permissions: readonly string[]): DeskPart[] {
  return PARTS.filter(({ permission }) => permissions.includes(permission))
}
