import { HttpResponse, http } from 'msw'
import type { Schemas } from '@/shared/api/contract.ts'
import type { MemberDetail } from '@/shared/api/types.ts'
import { ADMIN, listOf } from './admin.ts'
import { failure, server } from './server.ts'

/** A member of the operators' list; the number makes id and name. */
export function makeAdminMember(index: number, change: Partial<Schemas['AdminMember']> = {}): Schemas['AdminMember'] {
  return {
    id: `91000000000000${String(index).padStart(4, '0')}`,
    userName: `reader_${index}`,
    level: 1,
    vipUntil: '',
    role: 'member',
    disabled: 0,
    createTime: '2026-01-02 08:00:00',
    ...change,
  }
}

/** Everything about a member of the list. */
export function makeMemberDetail(member: Schemas['AdminMember'], change: Partial<MemberDetail> = {}): MemberDetail {
  return {
    ...member,
    version: 1,
    email: 'reader@example.org',
    permissions: [],
    sessions: [],
    grants: [],
    orders: [],
    messages: [],
    audit: [],
    ...change,
  }
}

/** A setting; nothing is set. */
export function makeSetting(name: string, change: Partial<Schemas['AdminSetting']> = {}): Schemas['AdminSetting'] {
  const texts = { value: '', default: '', source: 'default', help: 'What it is for', helpZh: '用途' }
  return { name, ...texts, secret: 0, isSet: 0, ...change }
}

/** Serves members to the console; what is changed shows in the next answers. */
export function serveMembers(details: MemberDetail[]): void {
  const done = (more: object = {}) => HttpResponse.json({ code: 200, msg: '操作成功', ...more })
  const put = (call: string, change: (form: { id: string; role?: string }) => Partial<MemberDetail>) =>
    http.post(`${ADMIN}/members/${call}`, async ({ request }) => {
      const form = (await request.json()) as { id: string; role?: string }
      const place = details.findIndex(({ id }) => id === form.id)
      const detail = details[place]
      if (detail) details[place] = { ...detail, ...change(form) }
      return done(call === 'password' ? { data: { password: 'k7rxw2qmnb4tz8ycd3ph' } } : {})
    })
  server.use(
    http.get(`${ADMIN}/members`, ({ request }) => listOf(details, request)),
    http.get(`${ADMIN}/members/:id`, ({ params }) => {
      const detail = details.find(({ id }) => id === params.id)
      return detail ? done({ data: detail }) : failure(404, 404, '访问资源不存在')
    }),
    put('disable', () => ({ disabled: 1 })),
    put('enable', () => ({ disabled: 0 })),
    put('days', () => ({ vipUntil: '2026-02-01 08:00:00' })),
    put('password', () => ({})),
    put('role', ({ role = 'member' }) => ({ role: role as MemberDetail['role'] })),
  )
}
