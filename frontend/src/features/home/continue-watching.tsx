import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { forgetFilm, useBegunFilms } from '@/entities/work/film-positions.ts'
import { ForgetButton } from '@/entities/work/forget-button.tsx'
import { isUnwanted } from '@/entities/work/stored-work.ts'
import { WorkRow } from '@/entities/work/work-row.tsx'
import { HomeSection } from './home-section.tsx'

const TITLE = '继续观看'

/** Films without hidden terms that were begun and not finished on this device; nothing if there are none (R9.17). */
export function ContinueWatching() {
  const hidden = useHiddenTerms()
  const films = useBegunFilms().filter(({ work }) => !isUnwanted(work, hidden))
  if (films.length === 0) return null
  return (
    <HomeSection title={TITLE}>
      <WorkRow
        works={films.map(({ work }) => work)}
        label={TITLE}
        below
        positionOf={({ id }) => films.find(({ work }) => work.id === id)}
        corner={{
          of: ({ id, number }) => <ForgetButton label={`从继续观看移除 ${number}`} onForget={() => forgetFilm(id)} />,
          place: 'beside',
        }}
      />
    </HomeSection>
  )
}
