import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { AdminWorkDetail } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { Button } from '@/shared/ui/button.tsx'
import { ConflictPanel } from '../kit/conflict-panel.tsx'
import { CuratedFields } from './curated-fields.tsx'
import { HistoryPart } from './history-part.tsx'
import { useNewTerm } from './new-term-dialog.tsx'
import { UnknownNames } from './unknown-names.tsx'
import { useEditForm } from './use-edit-form.ts'
import type { GoOn } from './use-work-steps.ts'
import { WorkFields } from './work-fields.tsx'
import { shownText } from './work-form.ts'
import './edit-form.css'

/** What stays from one work to the next. */
export interface EditPlace {
  /** The field that had the focus last. */
  field: string | null
  /** How far the form was scrolled. */
  top: number
}

interface EditFormProps {
  id: string
  opened: AdminWorkDetail
  place: RefObject<EditPlace>
  /** The field that takes the focus. */
  focused: string | null
  leave: () => GoOn
}

/** The form of a work, with the buttons that save it always in sight. */
export function EditForm({ id, opened, place, focused, leave }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const fields = useRef<HTMLDivElement>(null)
  const edit = useEditForm({ id, opened, leave })
  const { ask, dialog } = useNewTerm()
  const mayAudit = useQuery(userInfoOptions()).data?.permissions.includes('audit:view') === true
  useLayoutEffect(() => {
    if (fields.current) fields.current.scrollTop = place.current.top
  }, [place])
  useEffect(() => {
    if (focused) focusField(form.current, focused)
  }, [focused])

  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const isEnter = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (!isEnter || event.nativeEvent.isComposing) return
    event.preventDefault()
    void edit.onSave(!event.shiftKey)()
  }

  return (
    <>
      <form
        ref={form}
        className="edit-form"
        noValidate
        onSubmit={edit.onSave(false)}
        onKeyDown={onKeyDown}
        onFocus={({ target }) => {
          const name = target.getAttribute('name')
          if (name) place.current.field = name
        }}
      >
        <div
          ref={fields}
          className="edit-form-fields"
          onScroll={({ currentTarget }) => {
            place.current.top = currentTarget.scrollTop
          }}
        >
          {edit.rebased && (
            <ConflictPanel
              key={edit.base.version}
              rebased={edit.rebased}
              values={edit.values}
              set={edit.set}
              show={shownText}
            />
          )}
          <WorkFields field={edit.field} modId={channelOf(opened.modId).modId} onAsk={ask} />
          <CuratedFields curated={edit.base.curated} released={edit.released} onChange={edit.setReleased} />
          {mayAudit && <HistoryPart work={edit.base} set={edit.set} />}
        </div>
        {edit.unknown && <UnknownNames text={edit.unknown.text} busy={edit.isSaving} onMake={edit.unknown.make} />}
        <div className="edit-form-actions">
          <p className="edit-form-keys">
            <kbd>J</kbd> <kbd>K</kbd> 换作品，<kbd>Ctrl Enter</kbd> 保存并下一部
          </p>
          <Button type="submit" disabled={edit.isSaving}>
            保存
          </Button>
          <Button primary loading={edit.isSaving} loadingText="保存中" onClick={() => void edit.onSave(true)()}>
            保存并下一部
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}

/** A text that is replaced as a whole more often than not is chosen as a whole. */
function focusField(form: HTMLFormElement | null, name: string): void {
  const field = form?.elements.namedItem(name)
  if (!(field instanceof HTMLElement)) return
  field.focus()
  if (field instanceof HTMLInputElement || (field instanceof HTMLTextAreaElement && name === 'title')) field.select()
}
