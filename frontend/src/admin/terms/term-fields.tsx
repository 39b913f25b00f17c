import type { FieldState } from '@/shared/lib/use-form.ts'
import { TextArea, TextField } from '@/shared/ui/field.tsx'
import type { TermKind } from '../kit/term-kinds.ts'
import type { TermTexts } from './term-form.ts'

interface TermFieldsProps {
  kind: TermKind
  field: (name: keyof TermTexts) => FieldState
  /** Hint below the name. */
  nameHint?: string
}

/** The fields of a term; only tags have a group. */
export function TermFields({ kind, field, nameHint }: TermFieldsProps) {
  return (
    <>
      <TextField label="名称" field={field('name')} hint={nameHint} autoComplete="off" />
      <TextField label="中文名" field={field('nameCn')} autoComplete="off" />
      <TextArea label="别名" field={field('aliases')} hint="每行一个" rows={4} />
      {kind === 'tag' && <TextField label="分组" field={field('group')} autoComplete="off" />}
    </>
  )
}
