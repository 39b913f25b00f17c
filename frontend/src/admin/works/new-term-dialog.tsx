import { useEffect, useRef, useState } from 'react'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { TextField } from '@/shared/ui/field.tsx'
import { KIND_NAMES } from '../kit/term-kinds.ts'
import type { AskedTerm } from './terms-field.tsx'

/** Longest Chinese name and group of a term, in UTF-16 units. */
const NAME_CN_MAX = 200
const GROUP_MAX = 64

/** The name that waits for an answer, and the dialog that asks; it stands beside the form, not in it. */
export function useNewTerm() {
  const [asked, ask] = useState<AskedTerm | null>(null)
  const dialog = asked && <NewTermDialog key={asked.name} {...asked} onClose={() => ask(null)} />
  return { ask, dialog }
}

/** Asks whether a name becomes a term: most names that are not there are mistyped. It is made when the work is saved. */
function NewTermDialog({ kind, name, take, onClose }: AskedTerm & { onClose: () => void }) {
  const { field, submit } = useForm({ nameCn: '', group: '' }, {}, { guarded: false })
  const label = KIND_NAMES[kind]
  const form = useRef<HTMLFormElement>(null)
  // Enter makes it then.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  return (
    <Dialog title={`新建${label}?`} open onClose={onClose}>
      <form
        ref={form}
        className="admin-form"
        noValidate
        onSubmit={submit(({ nameCn, group }) => {
          take({ name, nameCn: nameCn.trim(), group: group.trim(), isNew: true })
          onClose()
        })}
      >
        <p className="admin-note">
          还没有名为“{name}”的{label}。如果不是笔误，保存作品时会一起新建。
        </p>
        <TextField label="中文名（选填）" field={field('nameCn')} maxLength={NAME_CN_MAX} autoComplete="off" />
        {kind === 'tag' && (
          <TextField label="分组（选填）" field={field('group')} maxLength={GROUP_MAX} autoComplete="off" />
        )}
        <DialogActions confirm="新建" />
      </form>
    </Dialog>
  )
}
