import { useEffect, useRef } from 'react'
import type { Collection } from '@/shared/api/types.ts'
import { COLLECTION_DESCRIPTION_MAX, COLLECTION_NAME_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { DialogActions } from '@/shared/ui/dialog.tsx'
import { TextArea, TextField } from '@/shared/ui/field.tsx'
import { Segmented } from '@/shared/ui/segmented.tsx'
import { type CollectionDetails, isNameTaken } from './api.ts'
import '@/shared/ui/field.css'
import './collection-form.css'

const PRIVACY = [
  { value: '1', label: '私密' },
  { value: '0', label: '公开' },
] as const

interface CollectionFormProps {
  /** The collection to edit; none creates one. */
  collection?: Collection
  /** Sends what was typed, trimmed. */
  onSave: (details: CollectionDetails) => void
  /** Goes back without closing the surrounding dialog. */
  onCancel?: () => void
  saving: boolean
  /** The error of the last attempt. */
  refusal?: Error | null
}

/** Name, description and privacy of a collection, with their limits (R9.7). */
export default function CollectionForm({ collection, onSave, onCancel, saving, refusal }: CollectionFormProps) {
  const { values, field, set, refuse, submit } = useForm(
    {
      cateName: collection?.cateName ?? '',
      description: collection?.description ?? '',
      isPrivate: collection?.isPrivate === 0 ? ('0' as const) : ('1' as '0' | '1'),
    },
    { cateName: nameRule, description: descriptionRule },
  )
  const latest = useRef(refuse)
  useEffect(() => {
    latest.current = refuse
  })
  useEffect(() => {
    if (isNameTaken(refusal)) latest.current('cateName', refusal.message)
  }, [refusal])

  return (
    <form
      className="collection-form"
      noValidate
      onSubmit={submit(({ cateName, description, isPrivate }) =>
        onSave({ cateName: cateName.trim(), description: description.trim(), isPrivate: isPrivate === '1' ? 1 : 0 }),
      )}
    >
      <TextField label="名称" field={field('cateName')} hint={`最多${COLLECTION_NAME_MAX}个字`} autoComplete="off" />
      <TextArea label="描述（选填）" field={field('description')} hint={`最多${COLLECTION_DESCRIPTION_MAX}个字`} />
      <div>
        <Segmented
          label="谁可以看到"
          choices={PRIVACY}
          current={values.isPrivate}
          onChange={(isPrivate) => set({ isPrivate })}
        />
        <p className="field-note collection-privacy">目前收藏夹都只有您自己能看到，这里只记下您的选择。</p>
      </div>
      <DialogActions confirm="保存" busy={saving} onCancel={onCancel} />
    </form>
  )
}

/** A collection's name: 1 to 30 characters. */
export function nameRule(text: string): string | null {
  if (codePoints(text) === 0) return '收藏夾名字未填写'
  return codePoints(text) > COLLECTION_NAME_MAX ? `收藏夾名字最多${COLLECTION_NAME_MAX}个字` : null
}

/** A collection's description: at most 200 characters. */
export function descriptionRule(text: string): string | null {
  return codePoints(text) > COLLECTION_DESCRIPTION_MAX ? `描述最多${COLLECTION_DESCRIPTION_MAX}个字` : null
}
