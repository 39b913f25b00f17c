import { useMutation } from '@tanstack/react-query'
import type { Schemas } from '@/shared/api/contract.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { SelectField, TextField } from '@/shared/ui/field.tsx'
import { makeKey } from './api.ts'
import { type Scope, scopeName } from './key-scopes.ts'

/** Longest name of a key, in code points (R5.20). */
const NAME_MAX = 40
/** How long an operator's key may be valid (R21.30). */
const VALID_DAYS = [
  { value: '30', label: '30天' },
  { value: '90', label: '90天' },
  { value: '366', label: '一年' },
]
const EMPTY = { name: '', scopes: [] as Scope[], validDays: '90' }

/** Makes a key; an operator also chooses what its program may do, and for how long. */
export function NewKeyForm({
  scopes,
  onMade,
}: {
  scopes: readonly Scope[]
  onMade: (key: Schemas['NewKey']) => Promise<void>
}) {
  const { values, field, set, submit } = useForm(EMPTY, {
    name: (text: string) => (text.trim() === '' ? '请填写用途，例如程序的名字' : null),
  })
  const make = useMutation({
    mutationFn: makeKey,
    onSuccess: async (key) => {
      set(EMPTY)
      await onMade(key)
    },
  })
  const toggle = (scope: Scope, checked: boolean) =>
    set({ scopes: checked ? [...values.scopes, scope] : values.scopes.filter((one) => one !== scope) })
  const send = ({ name, scopes: chosen, validDays }: typeof EMPTY) =>
    make.mutate({
      name: name.trim(),
      ...(chosen.length > 0 && { scopes: chosen, validDays: Number(validDays) }),
    })
  return (
    <form className="security-form" noValidate onSubmit={submit(send)}>
      <TextField label="用途" field={field('name')} maxLength={NAME_MAX} />
      {scopes.length > 0 && (
        <fieldset className="radio-list">
          <legend>管理权限（不选则只能搜索磁力）</legend>
          {scopes.map((scope) => (
            <CheckBox
              key={scope}
              label={scopeName(scope)}
              checked={values.scopes.includes(scope)}
              onChange={(checked) => toggle(scope, checked)}
            />
          ))}
        </fieldset>
      )}
      {values.scopes.length > 0 && <SelectField label="有效期" field={field('validDays')} choices={VALID_DAYS} />}
      <Button type="submit" loading={make.isPending} loadingText="生成中">
        生成密钥
      </Button>
    </form>
  )
}
