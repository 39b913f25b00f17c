import type { Schemas } from '@/shared/api/contract.ts'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { WORK_FIELDS } from './work-form.ts'
import './curated-fields.css'

interface CuratedFieldsProps {
  /** Fields set by operators. */
  curated: readonly Schemas['CuratedField'][]
  /** Of those, the fields that follow imports again. */
  released: readonly Schemas['CuratedField'][]
  onChange: (released: readonly Schemas['CuratedField'][]) => void
}

/** Fields that imports do not overwrite, each with a choice to follow imports again. */
export function CuratedFields({ curated, released, onChange }: CuratedFieldsProps) {
  if (curated.length === 0) return null
  return (
    <fieldset className="curated">
      <legend>人工锁定的字段</legend>
      <p className="admin-note">这些字段由管理人员填写，导入不会改动。勾选后保存，即恢复跟随导入。</p>
      <div className="curated-list">
        {curated.map((name) => (
          <CheckBox
            key={name}
            label={WORK_FIELDS.find((spec) => spec.name === name)?.label ?? name}
            checked={released.includes(name)}
            onChange={(on) => onChange(on ? [...released, name] : released.filter((other) => other !== name))}
          />
        ))}
      </div>
    </fieldset>
  )
}
