import type { FieldState, Rule } from '@/shared/lib/use-form.ts'
import { SelectField, TextArea, TextField } from '@/shared/ui/field.tsx'
import { PictureField } from './picture-field.tsx'
import { ONLINE_CHOICES, WORK_FIELDS, type WorkFieldName, type WorkTexts, workFieldRule } from './work-form.ts'

/** Visible lines of multi-line fields. */
const ROWS: Record<string, number> = { text: 2, pictures: 3, terms: 3, magnets: 3 }

/** Validation rules of all fields. */
export const WORK_RULES = Object.fromEntries(
  WORK_FIELDS.map((spec): [string, Rule<WorkTexts>] => [spec.name, (text) => workFieldRule(spec, text)]),
) as unknown as Record<WorkFieldName, Rule<WorkTexts>>

export function WorkFields({ field }: { field: (name: WorkFieldName) => FieldState }) {
  return WORK_FIELDS.map(({ name, label, hint, kind }) => {
    const props = { label, hint, field: field(name) }
    if (kind === 'online') return <SelectField key={name} {...props} choices={ONLINE_CHOICES} />
    if (kind === 'picture' || kind === 'pictures')
      return <PictureGroup key={name} {...props} many={kind === 'pictures'} />
    if (kind in ROWS) return <TextArea key={name} {...props} rows={ROWS[kind]} />
    return <TextField key={name} {...props} autoComplete="off" />
  })
}

interface PictureGroupProps {
  label: string
  hint: string | undefined
  field: FieldState
  /** Whether the field is a list. */
  many: boolean
}

/** Picture URLs with previews and upload. */
function PictureGroup({ many, ...props }: PictureGroupProps) {
  return (
    <div className="field-group">
      {many ? <TextArea {...props} rows={ROWS.pictures} /> : <TextField {...props} autoComplete="off" />}
      <PictureField label={props.label} field={props.field} many={many} />
    </div>
  )
}
