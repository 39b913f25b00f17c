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
        title={`${CHANNELS[channel].label}最新`}
        filter={{ channel, sort: 'pubTime', pageSize: SIZE[channel] }}
      />
    </div>
  )
}
