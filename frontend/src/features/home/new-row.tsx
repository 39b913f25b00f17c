import { useInfiniteQuery } from '@tanstack/react-query'
import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { worksListOptions } from '@/entities/work/api.ts'
import { useLastVisit } from '@/entities/work/last-visit.ts'
import { useOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { WorkRow } from '@/entities/work/work-row.tsx'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { newPath } from '@/shared/config/paths.ts'
import { useInSlices } from '@/shared/lib/use-in-slices.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { HomeSection } from './home-section.tsx'

const TITLE = '上次来后新增'

/** What was added since the last visit of this device; nothing on a first visit (R2.34). */
export function NewRow() {
  const since = useLastVisit()
  const base = { onlyMagnet: useOnlyMagnet(), hidden: useHiddenTerms() }
  const filter = { ...base, sort: 'id', addedSince: since ?? 0, pageSize: PAGE_SIZE.homeRow } as const
  const list = useInfiniteQuery({ ...worksListOptions(filter), enabled: since !== null })
  const data = useInSlices(list.data)
  if (since === null || !data?.works.length) return null
  return (
    <HomeSection title={TITLE} more={newPath(since)} note={<Badge tone="accent">{data.total} 部</Badge>}>
      <WorkRow works={data.works} label={TITLE} below />
    </HomeSection>
  )
}
