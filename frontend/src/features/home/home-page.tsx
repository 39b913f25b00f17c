import { CHANNEL_ORDER } from '@/shared/config/channels.ts'
import { useBelow } from '@/shared/lib/page-load.ts'
import { SiteFoot } from '@/shared/ui/site-foot.tsx'
import { ChannelRow } from './channel-row.tsx'
import { ContinueWatching } from './continue-watching.tsx'
import { FollowedRow } from './followed-row.tsx'
import { NewRow } from './new-row.tsx'
import { RandomPick } from './random-pick.tsx'
import { RankingStrip } from './ranking-strip.tsx'
import { RecentlySeen } from './recently-seen.tsx'
import './home.css'

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
          <RandomPick />
          <SiteFoot />
        </>
      )}
    </div>
  )
}
