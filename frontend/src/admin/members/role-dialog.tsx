import { useState } from 'react'
import type { MemberDetail } from '@/shared/api/types.ts'
import { REASON_MAX } from '@/shared/config/constants.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { CheckBox, SelectField, TextArea } from '@/shared/ui/field.tsx'
import { setRole } from './api.ts'
import { MemberNews } from './member-news.tsx'
import { PERMISSIONS, ROLES } from './names.ts'
import { reasonRule } from './reason-rule.ts'
import { useMemberChange } from './use-member-change.ts'

/** Changes what a member is among the operators, and what they may do beside that. */
export function RoleDialog({ detail, onClose }: { detail: MemberDetail; onClose: () => void }) {
  const { form, values, field, set, submit } = useForm(
    { role: detail.role, reason: '' },
    { role: () => null, reason: reasonRule },
  )
  const [beside, setBeside] = useState<readonly string[]>(detail.permissions)
  const { base, rebased, ...change } = useMemberChange({
    detail,
    send: (seen, { role, reason }: { role: typeof detail.role; reason: string }) =>
      setRole({ ...seen, role, permissions: chosen(role), reason }),
    onDone: onClose,
    done: '角色已更改',
    wanted: () => ({ role: values.role, permissions: beside.join(',') }),
    set: take,
  })
  const isOfRole = (of: readonly string[]) => values.role === 'admin' || of.includes(values.role)

  function toggle(permission: string, checked: boolean) {
    setBeside((known) => (checked ? [...known, permission] : known.filter((one) => one !== permission)))
  }

  function chosen(role: string) {
    const isOf = (of: readonly string[]) => role === 'admin' || of.includes(role)
    return PERMISSIONS.filter(({ value, of }) => beside.includes(value) && !isOf(of)).map(({ value }) => value)
  }

  function take({ role, permissions }: Record<string, string>) {
    if (role !== undefined) set({ role: role as typeof detail.role })
    if (permissions !== undefined) setBeside(permissions.split(',').filter(Boolean))
  }

  return (
    <Dialog title={`更改 ${detail.userName} 的角色`} open onClose={onClose}>
      <form
        ref={form}
        className="admin-form"
        noValidate
        onSubmit={submit(({ role, reason }) => change.mutate({ role, reason: reason.trim() }))}
      >
        <MemberNews
          key={base.version}
          rebased={rebased}
          values={{ role: values.role, permissions: beside.join(',') }}
          set={take}
        />
        <p className="admin-note">立即生效。角色自带的权限不能单独取消。</p>
        <SelectField label="角色" field={field('role')} choices={ROLES} />
        <fieldset className="permission-list">
          <legend>权限</legend>
          {PERMISSIONS.map(({ value, label, of }) => (
            <CheckBox
              key={value}
              label={label}
              checked={isOfRole(of) || beside.includes(value)}
              disabled={isOfRole(of)}
              onChange={(checked) => toggle(value, checked)}
            />
          ))}
        </fieldset>
        <TextArea label="原因" field={field('reason')} rows={2} maxLength={REASON_MAX} counter />
        <DialogActions confirm="确定" busy={change.isPending} loadingText="处理中" />
      </form>
    </Dialog>
  )
}
