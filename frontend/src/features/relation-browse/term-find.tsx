import { Search } from 'lucide'
import { type ChangeEvent, type CompositionEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { TermsFind } from '@/entities/term/api.ts'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { isUnfinished } from '@/shared/lib/composition.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { keywordIn, LETTERS } from './use-term-find.ts'
import './term-find.css'

/** Pause in typing after which the list is asked, in milliseconds. */
const TYPING_MS = 300

interface TermFindProps {
  title: string
  found: TermsFind
  /** The letters under which there are names; all while that is not known. */
  letters?: readonly string[]
  /** Changes one of the two. */
  onFind: (change: TermsFind) => void
}

/** Narrows a sidebar to names with what was typed, and to names under a letter. */
export function TermFind({ title, found, letters = LETTERS, onFind }: TermFindProps) {
  const box = useTyped(found.keyword, onFind)
  const strip = useLetterInSight(found.letter)

  return (
    <div className="term-find">
      <label className="term-find-box">
        <Icon of={Search} size={16} />
        <span className="visually-hidden">查找{title}</span>
        <input
          type="search"
          {...box}
          maxLength={KEYWORD_MAX}
          placeholder="查找"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </label>
      <fieldset className="term-find-letters" ref={strip} data-narrowed={found.keyword !== undefined || undefined}>
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
              onClick={() => hasNames && onFind({ letter: letter === found.letter ? undefined : letter })}
            >
              {letter}
            </button>
          )
        })}
      </fieldset>
    </div>
  )
}

/** The field. What is typed is ahead of the address by a pause, and follows it when one goes elsewhere, or back. */
function useTyped(inAddress: string | undefined, onFind: (change: TermsFind) => void) {
  const [typed, setTyped] = useState(inAddress ?? '')
  /** Without an unfinished composition. */
  const [whole, setWhole] = useState(typed)
  /** What is on its way into the address. */
  const sent = useRef<(string | undefined)[]>([])
  const keyword = keywordIn(whole)

  useLayoutEffect(() => {
    const at = sent.current.lastIndexOf(inAddress)
    if (at >= 0) {
      sent.current.splice(0, at + 1)
      return
    }
    sent.current = []
    setTyped(inAddress ?? '')
    setWhole(inAddress ?? '')
  }, [inAddress])

  useEffect(() => {
    if (keyword === inAddress) return
    const timer = setTimeout(() => {
      sent.current.push(keyword)
      onFind({ keyword })
    }, TYPING_MS)
    return () => clearTimeout(timer)
  }, [keyword, inAddress, onFind])

  return {
    value: typed,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.target.value)
      if (!isUnfinished(event.nativeEvent as InputEvent)) setWhole(event.target.value)
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => setWhole(event.currentTarget.value),
  }
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
