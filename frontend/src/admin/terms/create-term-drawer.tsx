import { ApiError } from '@/shared/api/errors.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { SelectField } from '@/shared/ui/field.tsx'
import { CHANNEL_CHOICES, KIND_CHOICES, type TermKind } from '../kit/term-kinds.ts'
import { ADMIN_TERMS_KEY } from '../kit/term-queries.ts'
import { useAction } from '../kit/use-action.ts'
import { createTerm, TERM_TAKEN } from './api.ts'
import { TermFields } from './term-fields.tsx'
import { factsOf, NO_TEXTS, TERM_RULES, type TermTexts } from './term-form.ts'

interface NewTexts extends TermTexts {
  kind: string
  modId: string
}

interface CreateTermDrawerProps {
  /** Kind and channel selected in the table. */
  kind: string
  modId: string
  onClose: () => void
}

export function CreateTermDrawer({ kind, modId, onClose }: CreateTermDrawerProps) {
  const { values, field, refuse, submit } = useForm<NewTexts>(
    { ...NO_TEXTS, kind: kind || 'tag', modId: modId || '1' },
    TERM_RULES,
  )
  const chosen = values.kind as TermKind
  const make = useAction({
    run: (texts: NewTexts) => {
      const facts = factsOf(chosen === 'tag' ? texts : { ...texts, group: '' })
      return createTerm({ kind: chosen, modId: channelOf(Number(texts.modId)).modId, ...facts })
    },
    refresh: [ADMIN_TERMS_KEY],
    onDone: onClose,
    done: '已新建词条',
    onRefused: (error) => {
      if (error instanceof ApiError && error.errorCode === TERM_TAKEN) refuse('name', error.message)
    },
  })

  return (
    <Dialog title="新建词条" open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        <form className="admin-form" noValidate onSubmit={submit((texts) => make.mutate(texts))}>
          <SelectField label="类型" field={field('kind')} choices={KIND_CHOICES} />
          <SelectField label="频道" field={field('modId')} choices={CHANNEL_CHOICES} />
          <TermFields kind={chosen} field={field} nameHint="有作品归入后才会显示在网站上" />
          <DialogActions confirm="新建" busy={make.isPending} />
        </form>
      </div>
    </Dialog>
  )
}
