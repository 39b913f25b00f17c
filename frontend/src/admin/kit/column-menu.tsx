import { type FocusEvent, useRef, useState } from 'react'
import type { ColumnChoice } from './column-choice.ts'
import '@/shared/ui/chip.css'
import './column-menu.css'

/** A button that opens a list of the columns of a table, each to tick. */
export function ColumnMenu({ choice }: { choice: ColumnChoice }) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its controls take the keys; Escape among them closes it
    <div
      className="column-menu"
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        setOpen(false)
        opener.current?.focus()
      }}
    >
      <button
        ref={opener}
        type="button"
        className="chip"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open)
          // Safari gives a pressed button no focus, which the list would not notice losing.
          opener.current?.focus()
        }}
      >
        列
      </button>
      {open && (
        // Pressing a label would take the focus from the list, and close it before the click.
        <fieldset className="column-menu-list" onMouseDown={(event) => event.preventDefault()}>
          <legend className="visually-hidden">显示的列</legend>
          {choice.options.map(({ id, name }) => (
            <label key={id} className="column-menu-item">
              <input type="checkbox" checked={choice.has(id)} onChange={() => choice.toggle(id)} />
              {name}
            </label>
          ))}
          <button
            type="button"
            className="column-menu-reset"
            aria-disabled={choice.isDefault}
            onClick={choice.isDefault ? undefined : choice.reset}
          >
            恢复默认
          </button>
        </fieldset>
      )}
    </div>
  )
}
