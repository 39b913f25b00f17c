import { queryOptions } from '@tanstack/react-query'
import { apiGet } from '@/shared/api/http.ts'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { TERMS_KEY } from '../term-keys.ts'

/** A channel's categories in groups: `GET /v2/tag/channel`. */
export function termGroupsOptions(channel: ChannelName) {
  return queryOptions({
    queryKey: [...TERMS_KEY, 'groups', channel],
    queryFn: ({ signal }) =>
      apiGet('/v2/tag/channel', {
        query: { pageNum: 1, pageSize: 100, modId: CHANNELS[channel].modId, modName: channel, tableNmae: 'tag' },
        signal,
      }),
    select: (answer) => answer.data,
  })
}
