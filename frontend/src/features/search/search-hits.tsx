import { ChevronRight } from 'lucide'
import { Link } from 'react-router-dom'
import { nameLang, termName } from '@/entities/term/term-name.ts'
import { mediaUrl } from '@/shared/api/app-config.ts'
import { type ChannelName, channelOf } from '@/shared/config/channels.ts'
import { RELATION_LABELS } from '@/shared/config/relations.ts'
import { Facts } from '@/shared/ui/facts.tsx'
import { Icon } from '@/shared/ui/icons.tsx'
import type { Hit } from './hits.ts'
import { countText, otherName, termPath } from './suggested-term.ts'
import './search-page.css'

interface SearchHitsProps {
  hits: readonly Hit[]
  /** Channel of the search, into which the cards lead. */
  channel: ChannelName | undefined
}

/** Cards of the performers, makers, … that the keyword names, leading to their pages. */
export function SearchHits({ hits, channel }: SearchHitsProps) {
  if (hits.length === 0) return null
  return (
    <ul className="search-hits" aria-label="名称相符">
      {hits.map((hit) => (
        <li key={hit[0].id}>
          <HitCard hit={hit} channel={channel} />
        </li>
      ))}
    </ul>
  )
}

/** The same where the list is shown already: in a line that is there anyway, so that they move nothing. */
export function LateHits({ hits, channel }: SearchHitsProps) {
  if (hits.length === 0) return null
  return (
    <ul className="search-late-hits" aria-label="名称相符">
      {hits.map((hit) => {
        const term = termOf(hit, channel)
        const name = termName(term)
        return (
          <li key={term.id}>
            <Link to={termPath(term)}>
              {RELATION_LABELS[term.kind]} <span lang={nameLang(name)}>{name}</span>
            </Link>
          </li>
        )
      })}
    </ul>
  )
}

/** The term of the channel that is searched, or else the first. */
function termOf(hit: Hit, channel: ChannelName | undefined) {
  return hit.find(({ modId }) => channelOf(modId).name === channel) ?? hit[0]
}

function HitCard({ hit, channel }: { hit: Hit; channel: ChannelName | undefined }) {
  const term = termOf(hit, channel)
  const name = termName(term)
  const other = otherName(term)
  const counts = hit.map((one) => countText(one, hit.length > 1))
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
          <Facts facts={[RELATION_LABELS[term.kind], ...counts]} />
        </small>
      </span>
      <Icon of={ChevronRight} size={18} />
    </Link>
  )
}
