import { useEffect, useRef } from 'react'
import type { useTermChoice } from './use-term-choice.ts'
import './terms-field.css'

interface TermOptionListProps {
  label: string
  choice: ReturnType<typeof useTermChoice>
}

/** The terms that can be chosen, over what stands below the field, which keeps the focus. */
export function TermOptionList({ label, choice: { listId, list, active, idOf, pick } }: TermOptionListProps) {
  const { options, state, retry } = list
  const box = useRef<HTMLDivElement>(null)
  const activeId = active && idOf(active)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is as high as its options
  useEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' })
  }, [options.length, state])
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView?.({ block: 'nearest' })
  }, [activeId])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing it must not take the focus from the field
    <div ref={box} className="terms-field-list" onMouseDown={(event) => event.preventDefault()}>
      <div id={listId} role="listbox" aria-label={label} className="terms-field-options">
        {options.map((option) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
          <div
            key={option.key}
            id={idOf(option)}
            role="option"
            aria-selected={option === active}
            className="terms-field-option"
            onClick={() => pick(option)}
          >
            {option.label}
            <small>{option.note}</small>
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p className="terms-field-note">
          {TEXTS[state]}
          {state === 'error' && (
            <button type="button" className="text-link" onClick={retry}>
              重试
            </button>
          )}
        </p>
      )}
    </div>
  )
}

const TEXTS = { closed: '', loading: '正在查找…', error: '没有查到，', done: '没有别的可选' } as const
