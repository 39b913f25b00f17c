import { Search } from 'lucide'
import { type FormEvent, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { searchPath } from '@/shared/config/paths.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { isSearchable, KEYWORD_WARNING } from './keyword.ts'
import './search-box.css'

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

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const keyword = text.trim()
    if (!isSearchable(keyword)) {
      toast(KEYWORD_WARNING, { kind: 'warning' })
      return
    }
    drafts.delete(current)
    drafts.delete(keyword)
    navigate(searchPath(keyword))
  }

  function onType(typed: string) {
    setText(typed)
    drafts.set(current, typed)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the browsers we support do not all know <search>
    <form role="search" className="search-box" onSubmit={onSubmit}>
      <Icon of={Search} size={18} />
      <input
        type="search"
        name="keyword"
        value={text}
        maxLength={KEYWORD_MAX}
        placeholder="番号、片名、演员"
        aria-label="搜索"
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => onType(event.target.value)}
      />
      <button type="submit" className="search-box-button">
        搜索
      </button>
    </form>
  )
}
