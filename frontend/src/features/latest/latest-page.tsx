import { WorksList } from '@/entities/work/works-list.tsx'
import { useChoices } from '@/entities/work-filter/use-choices.ts'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'

const SIZE: Record<ChannelName, number> = {
  censored: PAGE_SIZE.latestCensored,
  uncensored: PAGE_SIZE.latestUncensored,
  western: PAGE_SIZE.latestWestern,
}

/** /censored, /uncensored, /western: a channel's works, the latest first (R2.6) unless another order is chosen. */
export default function LatestPage({ channel }: { channel: ChannelName }) {
  const { sort = 'new' } = useChoices().choices
  return (
    <div className="page">
      <WorksList
        title={`${CHANNELS[channel].label}${sort === 'new' ? '最新' : '影片'}`}
        filter={{ channel, sort: 'pubTime', pageSize: SIZE[channel] }}
      />
    </div>
  )
}
