import { type FormEvent, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'
import { KEYWORD_MAX } from '@/shared/config/constants.ts'
import { searchPath } from '@/shared/config/paths.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import { isSearchable, KEYWORD_WARNING } from './keyword.ts'
import './search-box.css'

/** The header's search field (spec §2.2). It shows the keyword of the page one is on. */
export function SearchBox() {
  const { pathname } = useLocation()
  const keyword = keywordOf(pathname)
  return <SearchForm key={keyword} initial={keyword} />
}

function keywordOf(pathname: string): string {
  const encoded = matchPath('/search/:keyword', pathname)?.params.keyword ?? ''
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

function SearchForm({ initial }: { initial: string }) {
  const [text, setText] = useState(initial)
  const navigate = useNavigate()

  function onSubmit(event: FormEvent) {
    event.preventDefault()
    const keyword = text.trim()
    if (isSearchable(keyword)) navigate(searchPath(keyword))
    else toast(KEYWORD_WARNING, { kind: 'warning' })
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: the browsers we support do not all know <search>
    <form role="search" className="search-box" onSubmit={onSubmit}>
      <Icon name="search" size={18} />
      <input
        type="search"
        name="keyword"
        value={text}
        maxLength={KEYWORD_MAX}
        placeholder="番号、片名、演员"
        aria-label="搜索"
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit" className="search-box-button">
        搜索
      </button>
    </form>
  )
}
