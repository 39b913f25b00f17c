import type { BodyOf } from '@/shared/api/contract.ts'

/** Labels of roles, by API code. */
export const ROLES = [
  { value: 'member', label: '会员' },
  { value: 'editor', label: '编辑' },
  { value: 'support', label: '客服' },
  { value: 'cashier', label: '财务' },
  { value: 'admin', label: '管理员' },
] as const

/** Labels of permissions, and the roles that include them; admins have all. */
export const PERMISSIONS: readonly {
  value: NonNullable<BodyOf<'/admin/members/role'>['permissions']>[number]
  label: string
  of: readonly string[]
}[] = [
  { value: 'dashboard:view', label: '查看概览', of: ['editor', 'support', 'cashier'] },
  { value: 'works:edit', label: '管理作品', of: ['editor'] },
  { value: 'works:import', label: '导入作品', of: ['editor'] },
  { value: 'terms:edit', label: '管理词条', of: ['editor'] },
  { value: 'messages:reply', label: '答复留言', of: ['support'] },
  { value: 'reports:handle', label: '处理举报', of: ['support'] },
  { value: 'downloads:handle', label: '处理下载申请', of: ['support'] },
  { value: 'orders:view', label: '查看订单', of: ['support', 'cashier'] },
  { value: 'orders:refund', label: '退款', of: ['cashier'] },
  { value: 'codes:make', label: '管理激活码', of: ['cashier'] },
  { value: 'plans:edit', label: '管理套餐', of: [] },
  { value: 'users:manage', label: '管理会员', of: [] },
  { value: 'audit:view', label: '查看操作日志', of: [] },
  { value: 'settings:view', label: '查看设置', of: [] },
  { value: 'settings:edit', label: '修改网站设置', of: [] },
]

/** Label of a role; unknown ones are shown as they are. */
export function roleName(code: string): string {
  return ROLES.find(({ value }) => value === code)?.label ?? code
}

/** Label of a permission; unknown ones are shown as they are. */
export function permissionName(code: string): string {
  return PERMISSIONS.find(({ value }) => value === code)?.label ?? code
}

/** Sources of VIP days, by API code. */
export const SOURCES: Readonly<Record<string, string>> = { order: '订单', code: '激活码', operator: '管理员' }
