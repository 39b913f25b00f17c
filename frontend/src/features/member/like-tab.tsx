import { LIKED_KEY, type OwnWorks } from '@/entities/work/api.ts'
import { apiGet } from '@/shared/api/http.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { EmptyView } from '@/shared/ui/states.tsx'
import { MemberWorks } from './member-works.tsx'

/** The works a member likes, latest first: `GET /v2/user/like/detail/list`. */
const LIKED: OwnWorks = {
  key: LIKED_KEY,
  isMixed: true,
  list: (query, signal) => apiGet('/v2/user/like/detail/list', { query, signal }),
  facets: (query, signal) => apiGet('/v2/user/like/detail/facets', { query, signal }),
}

/** The tab 喜欢; its list is requested when the tab is first opened (R8.3). */
export function LikeTab() {
  return (
    <MemberWorks
      own={LIKED}
      pageSize={PAGE_SIZE.likes}
      empty={<EmptyView text="暂时没有喜欢的作品~" hint="在作品页点喜欢，就会出现在这里。" />}
    />
  )
}
