import {
  ChartColumn,
  ChartLine,
  Clapperboard,
  Crown,
  Download,
  Flag,
  type IconNode,
  Layers,
  MessageSquareText,
  ReceiptText,
  RotateCw,
  SlidersHorizontal,
  Ticket,
  Upload,
  Users,
  Wallet,
} from 'lucide'

interface Part {
  section: string
  label: string
  to: string
  icon: IconNode
  /** Required permission from getInfo; the server checks each call too. */
  permission: string
}

const PARTS = [
  { section: 'dashboard', label: '概览', to: '/admin/dashboard', icon: ChartColumn, permission: 'dashboard:view' },
  { section: 'statistics', label: '统计', to: '/admin/statistics', icon: ChartLine, permission: 'dashboard:view' },
  { section: 'works', label: '作品', to: '/admin/works', icon: Clapperboard, permission: 'works:edit' },
  { section: 'terms', label: '词条', to: '/admin/terms', icon: Layers, permission: 'terms:edit' },
  { section: 'import', label: '导入', to: '/admin/import', icon: Upload, permission: 'works:import' },
  { section: 'jobs', label: '任务', to: '/admin/jobs', icon: RotateCw, permission: 'works:import' },
  { section: 'messages', label: '留言', to: '/admin/messages', icon: MessageSquareText, permission: 'messages:reply' },
  { section: 'reports', label: '举报', to: '/admin/reports', icon: Flag, permission: 'reports:handle' },
  { section: 'downloads', label: '下载申请', to: '/admin/downloads', icon: Download, permission: 'downloads:handle' },
  { section: 'orders', label: '订单', to: '/admin/orders', icon: Wallet, permission: 'orders:view' },
  { section: 'plans', label: '套餐', to: '/admin/plans', icon: Crown, permission: 'plans:edit' },
  { section: 'codes', label: '激活码', to: '/admin/codes', icon: Ticket, permission: 'codes:make' },
  { section: 'members', label: '会员', to: '/admin/members', icon: Users, permission: 'users:manage' },
  { section: 'audit', label: '操作日志', to: '/admin/audit', icon: ReceiptText, permission: 'audit:view' },
  { section: 'settings', label: '设置', to: '/admin/settings', icon: SlidersHorizontal, permission: 'settings:view' },
] as const satisfies readonly Part[]

/** A section of the console in the navigation. */
export type AdminPart = (typeof PARTS)[number]

export type AdminSection = AdminPart['section']

/** Sections whose rows open by `?open=` in the address. */
export type OpeningSection = Extract<AdminSection, 'works' | 'terms' | 'members' | 'orders' | 'messages'>

/** The address that opens something in its section. */
export function openPath(section: OpeningSection, id: string): string {
  return `/admin/${section}?open=${encodeURIComponent(id)}`
}

/** The sections that the permissions open, in order. */
export function partsFor(permissions: readonly string[]): AdminPart[] {
  return PARTS.filter(({ permission }) => permissions.includes(permission))
}
