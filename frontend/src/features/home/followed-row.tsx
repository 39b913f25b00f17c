import { useInfiniteQuery } from '@tanstack/react-query'
import { followedWorksOptions } from '@/entities/follow/api.ts'
import { useAddedSinceLook } from '@/entities/follow/seen.ts'
import { WorkRow } from '@/entities/work/work-row.tsx'
import { useSignedIn } from '@/shared/api/session.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { useInSlices } from '@/shared/lib/use-in-slices.ts'
import { Badge } from '@/shared/ui/badge.tsx'
import { HomeSection } from './home-section.tsx'

const TITLE = '我关注的新片'

/** The newest works of what a member follows; nothing for visitors and for who follows nothing. */
export function FollowedRow() {
  const signedIn = useSignedIn()
  const list = useInfiniteQuery(followedWorksOptions())
  const data = useInSlices(list.data)
  const works = (signedIn && data?.works) || []
  const added = works.filter(useAddedSinceLook()).length
  if (works.length === 0) return null
  const note = added > 0 && <Badge tone="accent">{added} 部新加入</Badge>
  return (
    <HomeSection title={TITLE} more="/user?tab=follow" note={note}>
      <WorkRow works={works.slice(0, PAGE_SIZE.homeRow)} label={TITLE} below />
    </HomeSection>
  )
}
