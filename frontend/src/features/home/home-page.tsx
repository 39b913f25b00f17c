import { CHANNEL_ORDER } from '@/shared/config/channels.ts'
import { useBelow } from '@/shared/lib/page-load.ts'
import { SiteFoot } from '@/shared/ui/site-foot.tsx'
import { ChannelRow, useLatestOf } from './channel-row.tsx'
import { ContinueWatching } from './continue-watching.tsx'
import { FollowedRow } from './followed-row.tsx'
import { NewRow } from './new-row.tsx'
import { RandomPick } from './random-pick.tsx'
import { RankingStrip } from './ranking-strip.tsx'
import { RecentlySeen } from './recently-seen.tsx'
import './home.css'

/** Any work, or that there is none at all. */
function Closing() {
  const lists = [useLatestOf('censored'), useLatestOf('uncensored'), useLatestOf('western')]
  if (lists.some(({ data }) => data?.works.length !== 0)) return <RandomPick />
  return <p className="home-empty">暂时没有影片</p>
}

/** /index: this month's ranking, begun films, recently opened works, what one follows, what is new, and the latest works. */
export default function HomePage() {
  const below = useBelow()
  return (
    <div className="page home">
      <h1 className="visually-hidden">首页</h1>
      <RankingStrip />
      {below && (
        <>
          <ContinueWatching />
          <RecentlySeen />
          <FollowedRow />
          <NewRow />
          {CHANNEL_ORDER.map((channel) => (
            <ChannelRow key={channel} channel={channel} />
          ))}
          <Closing />
          <SiteFoot />
        </>
      )}
    </div>
  )
}
