import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { similarOptions } from '@/entities/work/api.ts'
import { useOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { WorkRow } from '@/entities/work/work-row.tsx'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { similarPath } from '@/shared/config/paths.ts'
import { useInSlices } from '@/shared/lib/use-in-slices.ts'
import { RelatedSkeleton } from './related-skeleton.tsx'
import './related-works.css'

const TITLE = '相似影片'

/** Works like this one, with what they share (R3.14). Renders nothing when there are none or it fails: it is optional. */
export function SimilarRow({ id }: { id: string }) {
  const filter = { onlyMagnet: useOnlyMagnet(), hidden: useHiddenTerms() }
  const headingId = useId()
  const list = useQuery(similarOptions(id, filter, PAGE_SIZE.relation))
  const works = useInSlices(list.data)
  if (!list.isPending && !list.data?.length) return null
  return (
    <section aria-labelledby={headingId}>
      <div className="related-head">
        <h2 id={headingId}>{TITLE}</h2>
        <Link to={similarPath(id)} aria-label="更多相似影片">
          更多
        </Link>
      </div>
      {works ? <WorkRow works={works} label={TITLE} below /> : <RelatedSkeleton />}
    </section>
  )
}
