import { useInfiniteQuery } from '@tanstack/react-query'
import { likedOptions } from '@/entities/work/api.ts'
import { EmptyView } from '@/shared/ui/states.tsx'
import { MemberWorks } from './member-works.tsx'

/** The tab 喜欢; its list is requested when the tab is first opened (R8.3). */
export function LikeTab() {
  const list = useInfiniteQuery(likedOptions())
  return (
    <MemberWorks list={list} empty={<EmptyView text="暂时没有喜欢的作品~" hint="在作品页点喜欢，就会出现在这里。" />} />
  )
}
