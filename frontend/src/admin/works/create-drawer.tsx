import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Schemas } from '@/shared/api/contract.ts'
import { ApiError } from '@/shared/api/errors.ts'
import { CHANNEL_ORDER, CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { useForm } from '@/shared/lib/use-form.ts'
import { Button } from '@/shared/ui/button.tsx'
import { CancelButton, Dialog } from '@/shared/ui/dialog.tsx'
import { SelectField } from '@/shared/ui/field.tsx'
import { ADMIN_WORKS_KEY, createWork } from './api.ts'
import { UnknownNames } from './unknown-names.tsx'
import { WORK_RULES, WorkFields } from './work-fields.tsx'
import { NO_TEXTS, newFields, type WorkTexts } from './work-form.ts'

interface NewTexts extends WorkTexts {
  channel: string
}

const CHOICES = CHANNEL_ORDER.map((value) => ({ value, label: CHANNELS[value].label }))

/** The form of a new work, the same as of one that is changed. */
export function CreateDrawer({ channel, onClose }: { channel: ChannelName; onClose: () => void }) {
  const client = useQueryClient()
  const { form, field, refuse, submit } = useForm<NewTexts>(
    { ...NO_TEXTS, channel },
    { channel: () => null, ...WORK_RULES },
  )
  const [unknown, setUnknown] = useState<{ text: string; work: Schemas['CreateForm'] } | null>(null)
  const make = useMutation({
    mutationFn: (work: Schemas['CreateForm']) => createWork(work),
    onSuccess: () => {
      onClose()
      toast('已新建作品', { kind: 'success' })
      void client.invalidateQueries({ queryKey: ['works'] })
      return client.invalidateQueries({ queryKey: ADMIN_WORKS_KEY })
    },
    onError: (error, work) => {
      if (error instanceof ApiError && error.word === 'terms_unknown') setUnknown({ text: error.message, work })
      else if (error instanceof ApiError && error.word === 'number_taken') refuse('number', error.message)
      else toast(error.message, { kind: 'error' })
    },
  })

  return (
    <Dialog title="新建作品" open onClose={onClose} shape="drawer">
      <div className="admin-drawer">
        <form
          ref={form}
          className="admin-form"
          noValidate
          onSubmit={submit(({ channel: chosen, ...texts }) => {
            setUnknown(null)
            make.mutate({ channel: chosen as ChannelName, knownTermsOnly: true, ...newFields(texts) })
          })}
        >
          <SelectField label="频道" field={field('channel')} choices={CHOICES} />
          <WorkFields field={field} />
          {unknown && (
            <UnknownNames
              text={unknown.text}
              busy={make.isPending}
              onMake={() => make.mutate({ ...unknown.work, knownTermsOnly: false })}
            />
          )}
          <div className="dialog-actions">
            <CancelButton />
            <Button primary type="submit" loading={make.isPending} loadingText="保存中">
              新建
            </Button>
          </div>
        </form>
      </div>
    </Dialog>
  )
}
