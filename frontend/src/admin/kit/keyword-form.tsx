import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { Button } from '@/shared/ui/button.tsx'
import type { TableLocation } from './use-table-params.ts'
import '@/shared/ui/field.css'

interface KeywordFormProps {
  table: TableLocation
  /** What to search; also the placeholder. */
  label: string
  /** Name of the URL parameter. */
  name?: string
  /** Maximum length in UTF-16 units. */
  maxLength?: number
  /** Answers whether it has taken the text, such as a secret that must not stand in the address. */
  onText?: (text: string) => boolean
}

/** Keyword search; the keyword is stored in the URL. */
export function KeywordForm({ table, label, name = 'keyword', maxLength = KEYWORD_MAX, onText }: KeywordFormProps) {
  const { value, to } = table
  const navigate = useNavigate()
  const current = value(name)
  const input = useRef<HTMLInputElement>(null)
  // Another one comes with Back. A new field would lose focus and caret to it.
  useEffect(() => {
    if (input.current) input.current.value = current
  }, [current])
  return (
    // biome-ignore lint/a11y/useSemanticElements: the browsers we support do not all know <search>
    <form
      role="search"
      className="admin-search"
      onSubmit={(event) => {
        event.preventDefault()
        const text = String(new FormData(event.currentTarget).get(name) ?? '').trim()
        if (onText?.(text)) event.currentTarget.reset()
        else void navigate(to({ [name]: text }))
      }}
    >
      <div className="field-box">
        <input
          ref={input}
          type="search"
          name={name}
          defaultValue={current}
          maxLength={maxLength}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
        />
      </div>
      <Button type="submit">搜索</Button>
    </form>
  )
}
