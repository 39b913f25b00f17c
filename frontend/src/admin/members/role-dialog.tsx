import type { MemberDetail } from '@/shared/api/types.ts'
import { REASON_MAX } from '@/shared/config/constants.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { SelectField, TextArea } from '@/shared/ui/field.tsx'
import { setRole } from './api.ts'
import { MemberNews } from './member-news.tsx'
import { PERMISSIONS, ROLES } from './names.ts'
import { reasonRule } from './reason-rule.ts'
import { useMemberChange } from './use-member-change.ts'

/** Changes a member's role and extra permissions. */
export function RoleDialog({ detail, onClose }: { detail: MemberDetail; onClose: () => void }) {
  const { values, field, set, submit } = useForm(
    { role: detail.role, permissions: detail.permissions.join(','), reason: '' },
    { reason: reasonRule },
  )
  const { role, permissions } = values
  const beside = permissions.split(',').filter(Boolean)
  const isOfRole = (of: readonly string[]) => role === 'admin' || of.includes(role)
  const { base, rebased, ...change } = useMemberChange({
    detail,
    send: (seen, reason: string) => setRole({ ...seen, role, permissions: chosen, reason }),
    onDone: onClose,
    done: '角色已更改',
    wanted: () => ({ role, permissions }),
    set,
  })
  const chosen = PERMISSIONS.filter(({ value, of }) => beside.includes(value) && !isOfRole(of)).map(
    ({ value }) => value,
  )

  function toggle(permission: string, checked: boolean) {
    const others = beside.filter((one) => one !== permission)
    set({ permissions: (checked ? [...others, permission] : others).join(',') })
  }

  return (
    <Dialog title={`更改 ${detail.userName} 的角色`} open onClose={onClose}>
      <form className="admin-form" noValidate onSubmit={submit(({ reason }) => change.mutate(reason.trim()))}>
        <MemberNews key={base.version} rebased={rebased} values={{ role, permissions }} set={set} />
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
