import { ChevronRight } from 'lucide'
import { Link } from 'react-router-dom'
import { nameLang, termName } from '@/entities/term/term-name.ts'
import { mediaUrl } from '@/shared/api/app-config.ts'
import { RELATION_LABELS } from '@/shared/config/relations.ts'
import { Icon } from '@/shared/ui/icons.tsx'
import type { SuggestedTerm } from './api.ts'
import { otherName, termPath } from './suggested-term.ts'
import './search-page.css'

/** Cards of the performers, makers, … that the keyword names, leading to their pages. */
export function SearchHits({ terms }: { terms: readonly SuggestedTerm[] }) {
  if (terms.length === 0) return null
  return (
    <ul className="search-hits" aria-label="名称相符">
      {terms.map((term) => (
        <li key={term.id}>
          <Hit term={term} />
        </li>
      ))}
    </ul>
  )
}

function Hit({ term }: { term: SuggestedTerm }) {
  const name = termName(term)
  const other = otherName(term)
  return (
    <Link to={termPath(term)} className="search-hit">
      {term.avatar ? (
        <img src={mediaUrl(term.avatar)} alt="" width={56} height={56} />
      ) : (
        <span className="search-hit-letter" aria-hidden="true">
          {Array.from(name)[0]}
        </span>
      )}
      <span className="search-hit-text">
        <strong lang={nameLang(name)}>{name}</strong>
        {other && <span lang={nameLang(other)}>{other}</span>}
        <small className="numeric">
          {RELATION_LABELS[term.kind]} · {term.count} 部
        </small>
      </span>
      <Icon of={ChevronRight} size={18} />
    </Link>
  )
}
