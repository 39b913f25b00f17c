import { useOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { LoadedWorkRow } from '@/entities/work/work-row.tsx'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { latestPath } from '@/shared/config/paths.ts'
import { HomeSection } from './home-section.tsx'

/** The newest works of one channel. */
export function ChannelRow({ channel }: { channel: ChannelName }) {
  const onlyMagnet = useOnlyMagnet()
  const title = `${CHANNELS[channel].label}最新`
  return (
    <HomeSection title={title} more={latestPath(channel)}>
      <LoadedWorkRow
        filter={{ channel, sort: 'pubTime', onlyMagnet, pageSize: PAGE_SIZE.homeRow }}
        label={title}
        below
        empty={<p className="home-empty">暂时没有影片</p>}
      />
    </HomeSection>
  )
}
