import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { nameLang, termName } from '@/entities/term/term-name.ts'
import type { ChannelName } from '@/shared/config/channels.ts'
import { rankingPath, relationPath, searchPath } from '@/shared/config/paths.ts'
import { RELATION_LABELS } from '@/shared/config/relations.ts'
import { suggestOptions } from './api.ts'
import { useHotWords } from './hot-words.ts'
import { termPath } from './suggested-term.ts'
import '@/shared/ui/chip.css'
import './search-page.css'

/** How many similar names are offered. */
const NAMES_MAX = 6

interface SearchHelpProps {
  keyword: string
  /** Channel of the search. */
  channel: ChannelName | undefined
}

/** What to try when a search found nothing: similar names, what others search for, and what needs no words. */
export function SearchHelp({ keyword, channel = 'censored' }: SearchHelpProps) {
  const suggested = useQuery(suggestOptions(keyword, useHiddenTerms()))
  const hot = useHotWords()
  const { terms = [], corrected } = suggested.data ?? {}
  const words = [corrected, ...hot].filter((word) => word && word !== keyword)
  return (
    <div className="search-help">
      <p className="search-help-tip">换个短一点的词，或用番号、演员名试试。</p>
      {terms.length > 0 && (
        <nav aria-label="相近的名称">
          <h2>相近的名称</h2>
          {terms.slice(0, NAMES_MAX).map((term) => (
            <Link key={term.id} to={termPath(term)} className="chip" lang={nameLang(termName(term))}>
              {RELATION_LABELS[term.kind]} {termName(term)}
            </Link>
          ))}
        </nav>
      )}
      {words.length > 0 && (
        <nav aria-label="试试这些">
          <h2>试试这些</h2>
          {words.map((word) => (
            <Link key={word} to={searchPath(word ?? '')} className="chip">
              {word}
            </Link>
          ))}
        </nav>
      )}
      <nav aria-label="看看别的">
        <h2>看看别的</h2>
        <Link to={rankingPath(channel)} className="chip">
          排行
        </Link>
        <Link to={relationPath('tag', channel)} className="chip">
          类别
        </Link>
      </nav>
    </div>
  )
}
