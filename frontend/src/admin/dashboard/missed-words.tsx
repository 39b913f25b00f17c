import { Link } from 'react-router-dom'
import type { Schemas } from '@/shared/api/contract.ts'
import { searchPath } from '@/shared/config/paths.ts'
import { EmptyView } from '@/shared/ui/states.tsx'
import type { partsFor } from '../kit/sections.ts'
import { formatCount } from '../kit/series.ts'

/** Sections that a missed keyword links to. */
const PLACES: readonly string[] = ['works', 'terms']

interface MissedWordsProps {
  words: readonly Schemas['FailedSearch'][]
  parts: ReturnType<typeof partsFor>
}

/** Searches without results, with links to search and to add what is missing. */
export function MissedWords({ words, parts }: MissedWordsProps) {
  const places = parts.filter(({ section }) => PLACES.includes(section))
  return (
    <section className="board-part" aria-labelledby="missed-words">
      <h2 id="missed-words">搜不到的词</h2>
      <p className="board-note">近 30 天内至少三位访客搜过、没有任何结果的词。不记录是谁搜的。</p>
      {words.length === 0 ? (
        <EmptyView text="没有搜不到的词" />
      ) : (
        <ol className="missed">
          {words.map(({ word, searches }) => (
            <li key={word}>
              <Link to={searchPath(word)} className="missed-word">
                {word}
              </Link>
              <span className="missed-count numeric">{formatCount(searches)} 次</span>
              {places.map(({ section, label, to }) => (
                <Link
                  key={section}
                  to={`${to}?${new URLSearchParams({ keyword: word })}`}
                  className="missed-place"
                  aria-label={`在${label}里找 ${word}`}
                >
                  {label}
                </Link>
              ))}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
