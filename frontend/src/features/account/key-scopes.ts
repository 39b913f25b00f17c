import type { BodyOf } from '@/shared/api/contract.ts'

/** What a program of an operator may be allowed, as in the API. */
export type Scope = NonNullable<BodyOf<'/v2/user/keys'>['scopes']>[number]

const NAMES: Readonly<Record<Scope, string>> = {
  'works:edit': '管理作品',
  'works:import': '导入作品',
  'terms:edit': '管理词条',
  'messages:reply': '答复留言',
  'downloads:handle': '处理下载申请',
  'reports:handle': '处理举报',
  'dashboard:view': '查看概览',
}

/** What somebody with these permissions can allow a program. */
export function scopesOf(permissions: readonly string[]): Scope[] {
  return (Object.keys(NAMES) as Scope[]).filter((scope) => permissions.includes(scope))
}

/** Label of a scope. */
export function scopeName(scope: Scope): string {
  return NAMES[scope]
}
