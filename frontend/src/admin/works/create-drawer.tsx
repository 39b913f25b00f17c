import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { CHANNEL_ORDER, CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Dialog, DialogActions } from '@/shared/ui/dialog.tsx'
import { SelectField } from '@/shared/ui/field.tsx'
import { submitOnCtrlEnter } from '../kit/submit-on-ctrl-enter.ts'
import { useAction } from '../kit/use-action.ts'
import { createWork, SHOWN_WORKS, TERMS_UNKNOWN } from './api.ts'
import { useNewTerm } from './new-term-dialog.tsx'
import { showRefusal } from './show-refusal.ts'
import { UnknownNames } from './unknown-names.tsx'
import { WORK_RULES, WorkFields } from './work-fields.tsx'
import { makesTerms, NO_TEXTS, newFields, type WorkTexts } from './work-form.ts'

interface NewTexts extends WorkTexts {
  channel: string
}

const CHOICES = CHANNEL_ORDER.map((value) => ({ value, label: CHANNELS[value].label }))

export function CreateDrawer({ channel, onClose }: { channel: ChannelName; onClose: () => void }) {
  const { values, field, refuse, submit } = useForm<NewTexts>({ ...NO_TEXTS, channel }, WORK_RULES)
  const [unknown, setUnknown] = useState<{ text: string; work: Schemas['CreateWorkForm'] } | null>(null)
  const { ask, dialog } = useNewTerm()
  const make = useAction({
    run: createWork,
    refresh: SHOWN_WORKS,
    onDone: onClose,
    done: '已新建作品',
    onRefused: (error, work) => {
      if (!(error instanceof ApiError)) return
      if (error.errorCode === TERMS_UNKNOWN) setUnknown({ text: error.message, work })
      else showRefusal(error, values, refuse)
    },
  })

  return (
    <Dialog title="新建作品" open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        <form
          className="admin-form"
          noValidate
          onKeyDown={submitOnCtrlEnter}
          onSubmit={submit(({ channel: chosen, ...texts }) => {
            setUnknown(null)
            make.mutate({
              channel: chosen as ChannelName,
              knownTermsOnly: !makesTerms(null, texts),
              ...newFields(texts),
            })
          })}
        >
          <SelectField label="频道" field={field('channel')} choices={CHOICES} />
          <WorkFields field={field} modId={CHANNELS[values.channel as ChannelName].modId} onAsk={ask} />
          {unknown && (
            <UnknownNames
              text={unknown.text}
              busy={make.isPending}
              onMake={() => make.mutate({ ...unknown.work, knownTermsOnly: false })}
            />
          )}
          <DialogActions confirm="新建" busy={make.isPending} />
        </form>
        {dialog}
      </div>
    </Dialog>
  )
}
