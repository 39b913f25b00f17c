import { Search } from 'lucide'
import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { recordSearch } from '@/entities/search/recent-searches.ts'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { searchPath } from '@/shared/config/paths.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { isUnfinished } from '@/shared/lib/composition.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { isSearchable, KEYWORD_WARNING } from './keyword.ts'
import { type SuggestionPanelProps, useSuggestionPanel } from './use-suggestion-panel.ts'
import './search-box.css'
// With the box: a sheet that comes late may fail, and a failed sheet is an error of the whole page.
import './suggestions/suggestion-panel.css'

/** The header's search field (R1.26). It shows the keyword of the current page. */
export function SearchBox() {
  const { pathname } = useLocation()
  const keyword = keywordOf(pathname)
  const [drafts] = useState(() => new Map<string, string>())
  return <SearchForm key={keyword} keyword={keyword} drafts={drafts} />
}

function keywordOf(pathname: string): string {
  const encoded = matchPath('/search/:keyword', pathname)?.params.keyword ?? ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

interface SearchFormProps {
  /** Keyword of the current page. */
  keyword: string
  /** Unsent input by page keyword, restored on return. */
  drafts: Map<string, string>
}

function SearchForm({ keyword: current, drafts }: SearchFormProps) {
  const [text, setText] = useState(drafts.get(current) ?? current)
  const navigate = useNavigate()
  const { Panel, isOpen, open, close } = useSuggestionPanel()
  /** What is typed in the field without an unfinished composition. */
  const [typed, setTyped] = useState(text)
  const [active, setActive] = useState<SuggestionPanelProps['active']>(null)
  const keys = useRef<(event: KeyboardEvent) => void>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()

  function search(words: string) {
    const keyword = words.trim()
    if (!isSearchable(keyword)) {
      toast(KEYWORD_WARNING, { kind: 'warning' })
      return
    }
    drafts.delete(current)
    drafts.delete(keyword)
    recordSearch(keyword)
    go(searchPath(keyword))
    setText(keyword)
    setTyped(keyword)
  }

  function go(to: string) {
    leave()
    navigate(to)
    // The page may be there already: the search is the same as before.
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  /** Also closes the keyboard of a phone. */
  function leave() {
    hide()
    field.current?.blur()
  }

  function hide() {
    close()
    setActive(null)
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    search(text)
  }

  function onType(value: string, unfinished: boolean) {
    setText(value)
    drafts.set(current, value)
    if (!unfinished) setTyped(value)
    setActive(null)
    open()
  }

  function onKeyDown(event: KeyboardEvent) {
    // Keys of an input method are its own; 229 stands for them in Safari.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape' && isOpen) {
      // A search field would be emptied.
      event.preventDefault()
      hide()
    } else if (!isOpen && event.key === 'ArrowDown') open()
    else if (isOpen) keys.current?.(event)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the browsers we support do not all know <search>
    <form
      role="search"
      className="search-box"
      onSubmit={onSubmit}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && hide()}
    >
      <Icon of={Search} size={18} />
      <input
        ref={field}
        type="search"
        role="combobox"
        name="keyword"
        value={text}
        maxLength={KEYWORD_MAX}
        placeholder="番号、片名、演员"
        aria-label="搜索"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-expanded={isOpen && Panel !== null}
        aria-controls={isOpen && Panel ? id : undefined}
        aria-activedescendant={active?.id}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onType(event.target.value, isUnfinished(event.nativeEvent as InputEvent))}
        onCompositionEnd={(event) => setTyped(event.currentTarget.value)}
        onFocus={open}
        onClick={open}
        onKeyDown={onKeyDown}
      />
      <button type="submit" className="search-box-button">
        搜索
      </button>
      {isOpen && Panel && (
        <Panel
          id={id}
          typed={typed}
          active={active}
          keys={keys}
          onActive={setActive}
          onSearch={search}
          onGo={go}
          onClose={leave}
        />
      )}
    </form>
  )
}
