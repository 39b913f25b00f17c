import { REPLY_MAX } from '@/shared/config/constants.ts'
import { codePoints } from '@/shared/lib/format.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { TextArea, TextField } from '@/shared/ui/field.tsx'
import type { ConversationChange } from './api.ts'

/** Most tags of a conversation, and the longest one, in code points (R12.14). */
const TAGS_MAX = 5
const TAG_MAX = 12

interface EditDialogProps {
  edit: { mutate: (change: ConversationChange) => void; isPending: boolean }
  onClose: () => void
}

/** The tags in a text. */
function tagsIn(text: string): string[] {
  return [...new Set(text.split(/[\s,，、]+/).filter(Boolean))]
}

function tagsRule(text: string): string | null {
  const tags = tagsIn(text)
  if (tags.length > TAGS_MAX) return `最多${TAGS_MAX}个标签`
  return tags.some((tag) => codePoints(tag) > TAG_MAX) ? `每个标签最多${TAG_MAX}个字` : null
}

/** Changes the tags of a conversation. */
export function TagsDialog({ tags, edit, onClose }: EditDialogProps & { tags: readonly string[] }) {
  const { field, submit } = useForm({ tags: tags.join(' ') }, { tags: tagsRule })
  return (
    <Dialog title="标签" open onClose={onClose}>
      <form
        className="admin-form"
        noValidate
        onSubmit={submit((values) => edit.mutate({ tags: tagsIn(values.tags) }), edit.isPending)}
      >
        <TextField label="标签，用空格隔开" field={field('tags')} maxLength={TAGS_MAX * (TAG_MAX + 1)} />
        <p className="admin-note">会员看不到。按标签搜索可以找到这些留言。</p>
        <DialogActions confirm="保存" busy={edit.isPending} loadingText="保存中" />
      </form>
    </Dialog>
  )
}

/** Adds a note to a conversation. */
export function NoteDialog({ edit, onClose }: EditDialogProps) {
  const rules = { note: (text: string) => (text.trim() === '' ? '请填写备注' : null) }
  const { field, submit } = useForm({ note: '' }, rules)
  return (
    <Dialog title="备注" open onClose={onClose}>
      <form
        className="admin-form"
        noValidate
        onSubmit={submit((values) => edit.mutate({ note: values.note.trim() }), edit.isPending)}
      >
        <TextArea label="备注" field={field('note')} rows={3} maxLength={REPLY_MAX} counter />
        <p className="admin-note">只给管理人员看，会员看不到，也不在会员导出的数据里。</p>
        <DialogActions confirm="添加" busy={edit.isPending} loadingText="保存中" />
      </form>
    </Dialog>
  )
}
