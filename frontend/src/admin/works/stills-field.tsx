import { useEffect, useRef } from 'react'
import { useController } from 'react-hook-form'
import type { FieldState } from '@/shared/lib/use-form.ts'
import { TextArea } from '@/shared/ui/field.tsx'
import { FileButton } from '../kit/file-button.tsx'
import { useFileDrop, useUpload } from '../kit/use-upload.ts'
import { Addresses } from './addresses.tsx'
import { StillList } from './still-list.tsx'
import { type Still, stillLines, stillsOf } from './stills.ts'
import '../kit/pictures.css'

interface StillsFieldProps {
  small: FieldState
  big: FieldState
  hint: string | undefined
}

/** The stills in their order, which dragging and the buttons change. A picture that is added stands for both sizes. */
export function StillsField({ small, big, hint }: StillsFieldProps) {
  const smallOnes = useController(small)
  const bigOnes = useController(big)
  const refused = smallOnes.fieldState.error ?? bigOnes.fieldState.error
  const stills = stillsOf(smallOnes.field.value, bigOnes.field.value)
  const latest = useRef(stills)
  useEffect(() => {
    latest.current = stills
  })

  function write(next: readonly Still[]) {
    latest.current = [...next]
    const lines = stillLines(next)
    smallOnes.field.onChange(lines.small)
    bigOnes.field.onChange(lines.big)
    small.onEdited()
    big.onEdited()
  }
  // Several are added one after the other, each behind the ones before.
  const { take, error, isBusy } = useUpload((path) => write([...latest.current, { small: path, big: path }]))
  const { isOver, handlers } = useFileDrop(take)

  return (
    <fieldset className="pictures" data-over={isOver || undefined} {...handlers}>
      <legend>剧照</legend>
      <StillList stills={stills} onChange={write} />
      <div className="pictures-actions">
        <FileButton label="剧照" many isBusy={isBusy} onFiles={take} />
      </div>
      {error && (
        <p role="alert" className="field-note field-error">
          {error}
        </p>
      )}
      <Addresses label="剧照地址" isRefused={refused !== undefined}>
        <TextArea label="小剧照" hint={hint} field={small} rows={3} />
        <TextArea label="大剧照" hint={hint} field={big} rows={3} />
      </Addresses>
    </fieldset>
  )
}
