import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react'
import type { Channel } from '@/shared/config/channels.ts'
import type { TermKind } from '../kit/term-kinds.ts'
import { type TermOption, useTermOptions } from './use-term-options.ts'
import type { ChosenTerm } from './work-lines.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

interface TermChoiceOptions {
  kind: TermKind
  modId: Channel['modId']
  terms: readonly ChosenTerm[]
  typed: string
  onPick: (option: TermOption) => void
  /** Backspace in an empty field. */
  onTakeOut: (term: ChosenTerm) => void
}

/** The list of a field of terms, which the field's keys move and close: open while something is typed, or by an arrow. */
export function useTermChoice({ kind, modId, terms, typed, onPick, onTakeOut }: TermChoiceOptions) {
  const listId = useId()
  const [mode, setMode] = useState<'typed' | 'open' | 'closed'>('closed')
  const [moved, setMoved] = useState({ typed, index: 0 })
  /** Enter came before the answer. */
  const [awaited, setAwaited] = useState<string | null>(null)
  const isOpen = mode === 'open' || (mode === 'typed' && typed.trim() !== '')
  const list = useTermOptions({ kind, modId, typed, isOpen, chosen: terms })
  const { options } = list
  const index = moved.typed === typed ? Math.min(moved.index, options.length - 1) : 0
  const active = options[index]

  function pick(option: TermOption) {
    setAwaited(null)
    setMode('closed')
    onPick(option)
  }
  const pickAwaited = useEffectEvent(() => {
    if (awaited !== null && awaited === typed && active) pick(active)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is what was awaited
  useEffect(pickAwaited, [list.state])

  function onEnter() {
    if (active) pick(active)
    else if (list.state === 'loading') setAwaited(typed)
  }

  function move(step: number) {
    if (!isOpen) setMode('open')
    else if (options.length > 0) setMoved({ typed, index: (index + step + options.length) % options.length })
  }

  function onKeyDown(event: KeyboardEvent) {
    // Keys of an input method are its own; 229 stands for them in Safari.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const last = terms[terms.length - 1]
    const step = STEPS[event.key]
    if (step) move(step)
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) onEnter()
    else if (event.key === 'Escape' && isOpen) setMode('closed')
    else if (event.key === 'Backspace' && typed === '' && last) onTakeOut(last)
    else return
    event.preventDefault()
  }

  return {
    listId,
    isOpen,
    list,
    active,
    idOf: ({ key }: TermOption) => `${listId}-${key}`,
    onKeyDown,
    onTyped: () => setMode('typed'),
    close: () => setMode('closed'),
    pick,
  }
}
