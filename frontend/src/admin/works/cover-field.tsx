import { useEffect, useEffectEvent, useRef } from 'react'
import { useController } from 'react-hook-form'
import { isTyping } from '@/shared/lib/is-typing.ts'
import type { FieldState } from '@/shared/lib/use-form.ts'
import { Cover } from '@/shared/ui/cover.tsx'
import { TextField } from '@/shared/ui/field.tsx'
import { PictureActions } from '../kit/picture-actions.tsx'
import { isUppermost } from '../kit/use-page-keys.ts'
import { hasFiles, useFileDrop, useUpload } from '../kit/use-upload.ts'
import { Addresses } from './addresses.tsx'
import '../kit/pictures.css'

interface CoverFieldProps {
  small: FieldState
  big: FieldState
}

/** The cover: one picture, chosen, dropped or pasted, for both sizes. */
export function CoverField({ small, big }: CoverFieldProps) {
  const group = useRef<HTMLFieldSetElement>(null)
  const smallOne = useController(small)
  const bigOne = useController(big)

  function put(path: string) {
    for (const { field } of [smallOne, bigOne]) field.onChange(path)
    small.onEdited()
    big.onEdited()
  }
  const { take, error, isBusy } = useUpload(put)
  const takeOne = (files: readonly File[]) => take(files.slice(0, 1))
  const { isOver, handlers } = useFileDrop(takeOne)
  usePastedFiles(group, takeOne)

  const path = smallOne.field.value || bigOne.field.value
  return (
    <fieldset ref={group} className="pictures" data-over={isOver || undefined} {...handlers}>
      <legend>封面</legend>
      <span className="pictures-cover">
        <Cover path={path} fallback="没有封面" alt={path ? '封面' : ''} />
      </span>
      <PictureActions
        label="封面"
        error={error}
        isBusy={isBusy}
        onFiles={takeOne}
        remove={path === '' ? null : '去掉封面'}
        onRemove={() => put('')}
      >
        <p className="field-note pictures-ways">可以拖到这里或粘贴</p>
      </PictureActions>
    </fieldset>
  )
}

/** The cover by address, which may be another one in each size. */
export function CoverAddresses({ small, big, hint }: CoverFieldProps & { hint: string | undefined }) {
  const [smallOne, bigOne] = [useController(small), useController(big)]
  return (
    <Addresses label="封面地址" isRefused={smallOne.fieldState.invalid || bigOne.fieldState.invalid}>
      <TextField label="小封面" hint={hint} field={small} autoComplete="off" />
      <TextField label="大封面" field={big} autoComplete="off" />
    </Addresses>
  )
}

/** Takes files that are pasted anywhere on the page or in this dialog, but not texts that have a picture of themselves. */
function usePastedFiles(part: React.RefObject<HTMLElement | null>, onFiles: (files: File[]) => void) {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const files = [...(event.clipboardData?.files ?? [])]
    const isText = isTyping(event.target) && (event.clipboardData?.types.includes('text/plain') ?? false)
    if (event.defaultPrevented || files.length === 0 || isText || !isUppermost(part)) return
    event.preventDefault()
    onFiles(files)
  })
  useEffect(() => {
    const paste = (event: ClipboardEvent) => onPaste(event)
    // A file that misses its place would open instead of the page.
    const keepPage = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    document.addEventListener('paste', paste)
    document.addEventListener('dragover', keepPage)
    document.addEventListener('drop', keepPage)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', keepPage)
      document.removeEventListener('drop', keepPage)
    }
  }, [])
}
