import { type FocusEvent, type ReactNode, useEffect, useRef, useState } from 'react'

/** Choices of which one is current. */
export interface ChoiceGroup {
  /** What is chosen. */
  label: string
  choices: readonly { value: number; text: string }[]
  current: number
  onChange: (value: number) => void
}

interface ChoiceMenuProps {
  /** The button's accessible name. */
  name: string
  /** What the button shows. */
  shown: ReactNode
  /** Without any there is no button. */
  groups: readonly ChoiceGroup[]
  /** Called with whether the menu is open. */
  onOpen: (open: boolean) => void
}

/** As high as the player has room for: what is beyond its edge would be cut off. More scrolls. */
function fitIntoPlayer(list: HTMLElement | null): void {
  const player = list?.closest('.player')
  if (!list || !player) return
  const room = list.getBoundingClientRect().bottom - player.getBoundingClientRect().top
  list.style.maxHeight = `${room - 4}px`
}

/** A button of the player's bar, and a menu of choices above it. */
export function ChoiceMenu({ name, shown, groups, onOpen }: ChoiceMenuProps) {
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
  if (groups.length === 0) return null
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
        // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps the focus where it is
        <div ref={fitIntoPlayer} className="player-menu-list" onMouseDown={(event) => event.preventDefault()}>
          {groups.map(({ label, choices, current, onChange }) => (
            <fieldset key={label}>
              <legend className={groups.length > 1 ? undefined : 'visually-hidden'}>{label}</legend>
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
          ))}
        </div>
      )}
    </div>
  )
}
