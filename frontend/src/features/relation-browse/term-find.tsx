import { Search } from 'lucide'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { TermsFind } from '@/entities/term/api.ts'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { keywordIn, LETTERS } from './use-term-find.ts'

/** Pause in typing after which the list is asked, in milliseconds. */
const TYPING_MS = 300

interface TermFindProps {
  title: string
  found: TermsFind
  /** The letters under which there are names; all while that is not known. */
  letters?: readonly string[]
  onFind: (find: TermsFind) => void
}

/** Narrows a sidebar to names with what was typed, and to names under a letter. */
export function TermFind({ title, found, letters = LETTERS, onFind }: TermFindProps) {
  const [typed, setTyped] = useTyped(found.keyword ?? '')
  const keyword = keywordIn(typed)
  useEffect(() => {
    if (keyword === found.keyword) return
    const timer = setTimeout(() => onFind({ ...found, keyword }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [keyword, found, onFind])

  const strip = useLetterInSight(found.letter)

  return (
    <div className="term-find">
      <label className="term-find-box">
        <Icon of={Search} size={16} />
        <span className="visually-hidden">查找{title}</span>
        <input
          type="search"
          value={typed}
          maxLength={KEYWORD_MAX}
          placeholder="查找"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
        />
      </label>
      <fieldset className="term-find-letters" ref={strip}>
        <legend className="visually-hidden">首字母</legend>
        {LETTERS.map((letter) => {
          const hasNames = letter === found.letter || letters.includes(letter)
          return (
            <button
              key={letter}
              type="button"
              aria-pressed={letter === found.letter}
              aria-label={letter === '#' ? '其他' : undefined}
              // A button that goes dead under the finger would lose the focus.
              aria-disabled={!hasNames}
              onClick={() => hasNames && onFind({ ...found, letter: letter === found.letter ? undefined : letter })}
            >
              {letter}
            </button>
          )
        })}
      </fieldset>
    </div>
  )
}

/** What is typed. It may be ahead of the address, and follows it when one goes elsewhere, or back. */
function useTyped(inAddress: string) {
  const [typed, setTyped] = useState(inAddress)
  const { key } = useLocation()
  const isSamePlace = useNavigationType() === 'REPLACE'
  const [at, setAt] = useState(key)
  if (at !== key) {
    setAt(key)
    if (!isSamePlace) setTyped(inAddress)
  }
  return [typed, setTyped] as const
}

/** The strip of letters, which a phone shows a part of: that with the chosen one. */
function useLetterInSight(letter: string | undefined) {
  const strip = useRef<HTMLFieldSetElement>(null)
  useLayoutEffect(() => {
    const all = strip.current
    const chosen = all?.querySelector<HTMLElement>('[aria-pressed="true"]')
    if (!all || !chosen || letter === undefined) return
    const { left, right } = all.getBoundingClientRect()
    const one = chosen.getBoundingClientRect()
    if (one.left < left || one.right > right) all.scrollLeft += (one.left + one.right - left - right) / 2
  }, [letter])
  return strip
}
