import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/client.ts'
import type { Envelope, TermGroup } from '@/shared/api/types.ts'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'

/** A channel's categories in groups: `GET /v2/tag/channel`. */
export function termGroupsOptions(channel: ChannelName) {
  return queryOptions({
    queryKey: ['terms', 'groups', channel],
    queryFn: ({ signal }) =>
      apiGet<Envelope & { data: TermGroup[] }>(
        '/v2/tag/channel',
        { pageNum: 1, pageSize: 100, modId: CHANNELS[channel].modId, modName: channel, tableNmae: 'tag' },
        { signal, silent: true },
      ),
    select: (answer) => answer.data,
  })
}
