import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Option } from './options.ts'
import type { View } from './use-found.ts'

/** The chosen option, which the keys of the field move and open. */
export interface Choice {
  selected: Option | undefined
  elementId: (option: Option) => string
  /** Chooses an option; `null` leaves it to the list. */
  choose: (option: Option | null) => void
  onKeyDown: (event: KeyboardEvent) => void
}

/** Chooses among the options; `id` begins the ids of their elements. */
export function useChoice(id: string, { groups, isStale }: View, onPick: (option: Option) => void): Choice {
  const [key, setKey] = useState<string | null>(null)
  const options = groups.flatMap((group) => group.options)
  const at = options.findIndex((option) => option.key === key)
  // The first one needs no key, unless it belongs to what was typed before.
  const current = at < 0 && !isStale ? 0 : at
  const selected = options[current]
  const elementId = (option: Option) => `${id}-${option.key}`
  const selectedId = selected && elementId(selected)
  useEffect(() => {
    if (selectedId) document.getElementById(selectedId)?.scrollIntoView?.({ block: 'nearest' })
  }, [selectedId])

  const choose = (option: Option | null) => setKey(option?.key ?? null)

  function move(step: number) {
    const start = current < 0 && step < 0 ? 0 : current
    choose(options[(start + step + options.length) % options.length] ?? null)
  }

  function onKeyDown(event: KeyboardEvent) {
    // Keys of an input method are its own; 229 stands for them in Safari.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'ArrowDown') move(1)
    else if (event.key === 'ArrowUp') move(-1)
    else if (event.key !== 'Enter') return
    else if (selected) onPick(selected)
    event.preventDefault()
  }

  return { selected, elementId, choose, onKeyDown }
}
