import { WorksList } from '@/entities/work/works-list.tsx'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

const SIZE: Record<ChannelName, number> = {
  censored: PAGE_SIZE.latestCensored,
  uncensored: PAGE_SIZE.latestUncensored,
  western: PAGE_SIZE.latestWestern,
}

/** /censored, /uncensored, /western: a channel's latest works (R2.6). */
export default function LatestPage({ channel }: { channel: ChannelName }) {
  return (
    <div className="page">
      <WorksList
        filter={{ channel, sort: 'pubTime', pageSize: SIZE[channel] }}
        heading={<h1>{CHANNELS[channel].label}最新</h1>}
      />
    </div>
  )
}
