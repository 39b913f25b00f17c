import { useOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { useWorksOrAll, WorkRow, WorkRowSkeleton } from '@/entities/work/work-row.tsx'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { latestPath } from '@/shared/config/paths.ts'
import { useInSlices } from '@/shared/lib/use-in-slices.ts'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { HomeSection } from './home-section.tsx'

/** The list behind {@link ChannelRow}. */
export function useLatestOf(channel: ChannelName) {
  const onlyMagnet = useOnlyMagnet()
  return useWorksOrAll({ channel, sort: 'pubTime', onlyMagnet, pageSize: PAGE_SIZE.homeRow })
}

/** The newest works of one channel; nothing if it has none. */
export function ChannelRow({ channel }: { channel: ChannelName }) {
  const { data: list, error, isRefetchError, refetch } = useLatestOf(channel)
  const data = useInSlices(list)
  const title = `${CHANNELS[channel].label}最新`
  if (list?.works.length === 0) return null
  return (
    <HomeSection title={title} more={latestPath(channel)}>
      <QueryView query={{ data, error, isRefetchError, refetch }} fallback={<WorkRowSkeleton />}>
        {({ works }) => <WorkRow works={works} label={title} below />}
      </QueryView>
    </HomeSection>
  )
}
