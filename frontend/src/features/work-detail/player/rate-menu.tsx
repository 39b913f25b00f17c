import { type FocusEvent, useEffect, useRef, useState } from 'react'
import { PLAYBACK_RATES } from '@/shared/config/constants.ts'

interface RateMenuProps {
  rate: number
  onChange: (rate: number) => void
  /** Called with whether the menu is open. */
  onOpen: (open: boolean) => void
}

/** A button with the speed, and a menu of the four speeds above it (R4.5). */
export function RateMenu({ rate, onChange, onOpen }: RateMenuProps) {
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
      className="player-rates"
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
        className="player-button player-rate numeric"
        aria-label={`播放速度 ${rate} 倍`}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {rate}×
      </button>
      {open && (
        // Where pressing a button gives it no focus, the opener's would be lost, and the menu close before the click.
        <fieldset className="player-rate-list" onMouseDown={(event) => event.preventDefault()}>
          <legend className="visually-hidden">播放速度</legend>
          {[...PLAYBACK_RATES].reverse().map((choice) => (
            <button
              key={choice}
              type="button"
              className="numeric"
              aria-pressed={choice === rate}
              onClick={() => {
                onChange(choice)
                close()
              }}
            >
              {choice}×
            </button>
          ))}
        </fieldset>
      )}
    </div>
  )
}
