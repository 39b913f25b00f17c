import type { MemberDetail } from '@/shared/api/types.ts'
import { permissionName, roleName } from './names.ts'

/** Editable fields of a member, as texts. */
export type MemberTexts = Record<'role' | 'permissions' | 'vipUntil' | 'disabled', string>

export const MEMBER_FIELDS = [
  { name: 'role', label: '角色' },
  { name: 'permissions', label: '额外权限' },
  { name: 'vipUntil', label: 'VIP到期' },
  { name: 'disabled', label: '状态' },
] as const

export function memberTexts({ role, permissions, vipUntil, disabled }: MemberDetail): MemberTexts {
  return { role, permissions: permissions.join(','), vipUntil, disabled: String(disabled) }
}

/** A value formatted for display. */
export function shownText(name: string, text: string): string {
  if (name === 'role') return roleName(text)
  if (name === 'permissions') return text.split(',').filter(Boolean).map(permissionName).join('、')
  if (name === 'disabled') return text === '1' ? '已停用' : '正常'
  return text
}
