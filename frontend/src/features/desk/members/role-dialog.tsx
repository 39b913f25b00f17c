import { useState } from 'react'
import type { MemberSheet } from '@/shared/api/types.ts'
import { REASON_MAX } from '@/shared/config/constants.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CancelButton, Dialog } from '@/shared/ui/dialog.tsx'
import { CheckBox, SelectField, TextArea } from '@/shared/ui/field.tsx'
import { setRole } from './api/change-member.ts'
import { PERMISSIONS, ROLES } from './names.ts'
import { reasonRule } from './reason-rule.ts'
import { useMemberChange } from './use-member-change.ts'

/** Changes what a member is among the operators, and what they may do beside that. */
export function RoleDialog({ sheet, onClose }: { sheet: MemberSheet; onClose: () => void }) {
  const { form, values, field, submit } = useForm(
    { role: sheet.role, reason: '' },
    { role: () => null, reason: reasonRule },
  )
  const [beside, setBeside] = useState<readonly string[]>(sheet.permissions)
  const change = useMemberChange(setRole, '角色已更改', onClose)
  const isOfRole = (of: readonly string[]) => values.role === 'admin' || of.includes(values.role)

  function toggle(permission: string, checked: boolean) {
    setBeside((known) => (checked ? [...known, permission] : known.filter((one) => one !== permission)))
  }

  function send({ role, reason }: { role: string; reason: string }) {
    const permissions = PERMISSIONS.filter(({ value, of }) => beside.includes(value) && !isOfRole(of))
    change.mutate({ id: sheet.id, role, permissions: permissions.map(({ value }) => value), reason: reason.trim() })
  }

  return (
    <Dialog title={`更改 ${sheet.userName} 的角色`} open onClose={onClose}>
      <form ref={form} className="desk-form" noValidate onSubmit={submit(send)}>
        <p className="desk-note">立即生效。角色自带的权限不能单独取消。</p>
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
        <div className="dialog-actions">
          <CancelButton />
          <Button primary type="submit" loading={change.isPending} loadingText="处理中">
            确定
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
