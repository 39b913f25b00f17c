import { type KeyboardEvent, useId, useState } from 'react'
import { templatesFor } from './template-text.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** A template in the list. */
interface TemplateOption {
  id: string
  template: string
}

export interface TemplatePicker {
  listId: string
  isOpen: boolean
  options: readonly TemplateOption[]
  /** The option that Enter takes. */
  active: TemplateOption | undefined
  /** Handles the keys of the list; returns whether it took the key. */
  onKeyDown: (event: KeyboardEvent) => boolean
}

/**
 * The list of templates of a reply: open while the reply begins with `/`, narrowed by what follows it, and moved through
 * by the arrows.
 */
export function useTemplatePicker(templates: readonly string[], text: string): TemplatePicker {
  const listId = useId()
  const [closedAt, setClosedAt] = useState<string | null>(null)
  const [moved, setMoved] = useState({ text, index: 0 })
  const isOpen = text.startsWith('/') && !text.includes('\n') && closedAt !== text
  const options = isOpen
    ? templatesFor(templates, text).map((template, index) => ({ id: `${listId}-${index}`, template }))
    : []
  const index = moved.text === text ? moved.index : 0

  function onKeyDown(event: KeyboardEvent): boolean {
    if (!isOpen) return false
    const step = STEPS[event.key]
    if (event.key === 'Escape') setClosedAt(text)
    else if (step && options.length > 0) setMoved({ text, index: (index + step + options.length) % options.length })
    else return false
    event.preventDefault()
    return true
  }

  return { listId, isOpen, options, active: options[index], onKeyDown }
}
