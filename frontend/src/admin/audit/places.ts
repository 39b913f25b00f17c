import type { AuditEntry } from '@/shared/api/types.ts'
import { type AdminPart, openPath } from '../kit/sections.ts'

type Target = Pick<AuditEntry, 'targetKind' | 'targetId' | 'targetName' | 'before'>

/** Console paths by kind of target. */
const PLACES: Readonly<Record<string, (id: string) => string>> = {
  work: (id) => openPath('works', id),
  term: (id) => openPath('terms', id),
  user: (id) => openPath('members', id),
  order: (id) => openPath('orders', id),
  message: (id) => openPath('messages', id),
  codes: (id) => `/admin/codes?batch=${encodeURIComponent(id)}`,
  plan: () => '/admin/plans',
  import: () => '/admin/import',
  film: () => '/admin/jobs',
  report: () => '/admin/reports?status=done',
  download: () => '/admin/downloads',
}

/** Kinds whose targets have no name in the log; those of the others lose it when they are deleted. */
const NAMELESS: readonly string[] = ['order', 'codes', 'message']

/** Parts of the site by their ids: they are never deleted. */
const SITE_PARTS: Readonly<Record<string, string>> = { '': '设置', reply_templates: '常用回复' }

/** Names in the log that are no user's. */
const NOBODY: readonly string[] = ['系统', '命令行']

/** Where a target is shown; `undefined` if it is gone, or has no page. */
export function placeOf({ targetKind, targetId, targetName }: Target): string | undefined {
  if (targetName === undefined && !NAMELESS.includes(targetKind)) return undefined
  return PLACES[targetKind]?.(targetId)
}

/** What a target is called. One that is gone keeps the name that the entry tells. */
export function nameOf({ targetKind, targetId, targetName, before }: Target): string {
  if (targetName !== undefined) return targetName
  if (targetKind === 'message') return '对话'
  if (targetKind === 'site') return SITE_PARTS[targetId] ?? targetId
  if (NAMELESS.includes(targetKind)) return targetId
  const { name } = (before ?? {}) as { name?: unknown }
  return `${typeof name === 'string' ? name : targetId}（已删除）`
}

/** Where an operator is shown: names are unique, and their beginning is what the list of members finds. */
export function actorPlace(actor: string): string | undefined {
  return NOBODY.includes(actor) ? undefined : `/admin/members?keyword=${encodeURIComponent(actor)}`
}

/** A path, if it lies in a section that the operator may see. */
export function linkTo(parts: readonly AdminPart[], path: string | undefined): string | undefined {
  const page = path?.split('?')[0]
  return parts.some(({ to }) => to === page) ? path : undefined
}
