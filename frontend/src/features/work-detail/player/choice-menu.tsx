import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'

interface ChoiceMenuProps<Value> {
  /** What is chosen. */
  label: string
  /** The button's accessible name, with the current choice. */
  name: string
  /** What the button shows. */
  shown: ReactNode
  choices: readonly { value: Value; text: string }[]
  current: Value
  onChange: (value: Value) => void
  /** Called with whether the menu is open. */
  onOpen: (open: boolean) => void
}

/** A button of the player's bar, and a menu of choices above it. */
export function ChoiceMenu<Value extends number>(props: ChoiceMenuProps<Value>) {
  const { label, name, shown, choices, current, onChange, onOpen } = props
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  useEffect(() => onOpen(open), [open, onOpen])
  const close = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons take the keys; Escape among them closes it
    <div
      className="player-menu"
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return
        event.stopPropagation()
        close()
      }}
    >
      <button
        ref={opener}
        type="button"
        className="player-button player-menu-opener numeric"
        aria-label={name}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {shown}
      </button>
      {open && (
        // Where pressing a button gives it no focus, the opener's would be lost, and the menu close before the click.
        <fieldset className="player-menu-list" onMouseDown={(event) => event.preventDefault()}>
          <legend className="visually-hidden">{label}</legend>
          {choices.map(({ value, text }) => (
            <button
              key={value}
              type="button"
              className="numeric"
              aria-pressed={value === current}
              onClick={() => {
                onChange(value)
                close()
              }}
            >
              {text}
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
