import { useState } from 'react'
import type { AdminTerm } from '@/shared/api/types.ts'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { CheckBox } from '@/shared/ui/choices.tsx'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { placeOf, type TermKind } from '../kit/term-kinds.ts'
import type { adminTermsOptions } from '../kit/term-queries.ts'
import { MAX_OFFERED, useTermSearch } from './use-term-search.ts'
import './bulk.css'

/** Terms that can be chosen; the server allows no more. */
const MAX_CHOSEN = 12

interface TermPickerProps {
  label: string
  /** Any kind by default. */
  kind?: TermKind
  modId?: AdminTermsChannel
  chosen: readonly AdminTerm[]
  /** The search has the focus when the dialog opens. */
  autoFocus?: boolean
  onChange: (chosen: readonly AdminTerm[]) => void
}

/** The number of a channel, as in the API. */
type AdminTermsChannel = NonNullable<Parameters<typeof adminTermsOptions>[0]['modId']>

/** Finds terms by a name as it is typed, the most used ones first, and chooses some. */
export function TermPicker({ label, kind, modId, chosen, autoFocus, onChange }: TermPickerProps) {
  const [typed, setTyped] = useState('')
  const { found } = useTermSearch({ typed, kind, modId })
  const isChosen = ({ id }: AdminTerm) => chosen.some((term) => term.id === id)

  function toggle(term: AdminTerm) {
    onChange(isChosen(term) ? chosen.filter(({ id }) => id !== term.id) : [...chosen, term])
  }

  return (
    <fieldset className="bulk-picker">
      <legend>{label}</legend>
      <div className="field-box">
        <input
          type="search"
          value={typed}
          maxLength={KEYWORD_MAX}
          aria-label={`查找${label}`}
          placeholder="名称、中文名或别名"
          autoComplete="off"
          data-autofocus={autoFocus || undefined}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            // It finds while one types; the form around is not sent.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      </div>
      <QueryView query={found}>
        {({ rows }) => {
          const others = rows.filter((term) => !isChosen(term)).slice(0, MAX_OFFERED)
          return (
            <div className="bulk-found">
              {[...chosen, ...others].map((term) => (
                <CheckBox
                  key={term.id}
                  label={term.name}
                  hint={`${placeOf(term)} · ${term.count} 部作品`}
                  checked={isChosen(term)}
                  disabled={!isChosen(term) && chosen.length >= MAX_CHOSEN}
                  onChange={() => toggle(term)}
                />
              ))}
              {rows.length === 0 && <p className="admin-note">没有找到，请换一个名称。</p>}
            </div>
          )
        }}
      </QueryView>
    </fieldset>
  )
}
