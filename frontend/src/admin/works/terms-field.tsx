import { X } from 'lucide'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import type { Channel } from '@/shared/config/channels.ts'
import type { FieldState } from '@/shared/lib/use-form.ts'
import { FieldFrame } from '@/shared/ui/field-frame.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import type { TermKind } from '../kit/term-kinds.ts'
import { TermOptionList } from './term-option-list.tsx'
import { useTermChoice } from './use-term-choice.ts'
import { type ChosenTerm, termLines, termsOf } from './work-lines.ts'
import './terms-field.css'

/** Longest name of a term, in code points. */
const NAME_MAX = 200

/** A name that is to become a term, if somebody says so. */
export interface AskedTerm {
  kind: TermKind
  name: string
  take: (term: ChosenTerm) => void
}

interface TermsFieldProps {
  label: string
  kind: TermKind
  modId: Channel['modId']
  field: FieldState
  /** Asks before a term is made. */
  onAsk: (asked: AskedTerm) => void
}

/**
 * Terms as chips, found while one types: arrows choose, Enter takes, Backspace in an empty field takes the last one out.
 * What is typed and not taken is part of the value, so that it is not lost and not saved.
 */
export function TermsField({ label, kind, modId, field, onAsk }: TermsFieldProps) {
  const { field: bound, fieldState } = useController(field)
  const { terms, typed } = termsOf(bound.value)
  const input = useRef<HTMLInputElement | null>(null)
  const [said, setSaid] = useState('')

  function write(next: readonly ChosenTerm[], text = '') {
    bound.onChange(termLines({ terms: [...next], typed: text }))
    field.onEdited()
  }
  function add(term: ChosenTerm) {
    write([...terms, term])
    setSaid(`已加上 ${term.name}`)
  }
  function remove(term: ChosenTerm) {
    write(
      terms.filter((other) => other !== term),
      typed,
    )
    setSaid(`已去掉 ${term.name}`)
    input.current?.focus()
  }
  const choice = useTermChoice({
    ...{ kind, modId, terms, typed },
    onPick: ({ term, asks }) => (asks ? onAsk({ kind, name: term.name, take: add }) : add(term)),
    onTakeOut: remove,
  })
  return (
    <div className="terms-field">
      <FieldFrame label={label} error={fieldState.error?.message}>
        {(attributes) => (
          <div className="terms-field-box">
            {terms.length > 0 && (
              <ul aria-label={`已选${label}`} className="terms-field-chips">
                {terms.map((term) => (
                  <Chip key={term.name} term={term} onRemove={() => remove(term)} />
                ))}
              </ul>
            )}
            <input
              {...attributes}
              ref={(element) => {
                input.current = element
                bound.ref(element)
              }}
              name={bound.name}
              value={typed}
              maxLength={NAME_MAX}
              role="combobox"
              aria-expanded={choice.isOpen}
              aria-controls={choice.isOpen ? choice.listId : undefined}
              aria-autocomplete="list"
              aria-activedescendant={choice.active && choice.idOf(choice.active)}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              placeholder={terms.length === 0 ? '输入名称查找' : undefined}
              onChange={(event) => {
                write(terms, event.target.value)
                choice.onTyped()
              }}
              onKeyDown={choice.onKeyDown}
              onBlur={(event) => {
                choice.close()
                bound.onBlur()
                field.onLeft(event)
              }}
            />
          </div>
        )}
      </FieldFrame>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {choice.isOpen && <TermOptionList label={label} choice={choice} />}
    </div>
  )
}

interface ChipProps {
  term: ChosenTerm
  onRemove: () => void
}

function Chip({ term: { name, nameCn, isNew }, onRemove }: ChipProps) {
  return (
    <li className="terms-field-chip">
      <span>
        {name}
        {nameCn !== '' && nameCn !== name && <small>{nameCn}</small>}
        {isNew && <em>新</em>}
      </span>
      <button type="button" className="terms-field-remove" aria-label={`去掉 ${name}`} onClick={onRemove}>
        <Icon of={X} size={14} />
      </button>
    </li>
  )
}
