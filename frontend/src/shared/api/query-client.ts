import { onlineManager, QueryClient } from '@tanstack/react-query'
import { FRESH_MS } from '../config/constants.ts'
import { isTemporary } from './errors.ts'
import { MEMBER_KEY } from './member-key.ts'
import { hasStoredUser } from './session.ts'

const GC_MS = 30 * 60_000
const MAX_RETRIES = 2

/** The cache of server data. Only GETs use it, and only temporary errors are retried. */
export function createQueryClient(retryDelay?: number): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: GC_MS,
        refetchOnWindowFocus: false,
        // Requests fail at once when offline, and are refetched on reconnect.
        networkMode: 'always',
        refetchOnReconnect: true,
        // Not without a connection: the library waits with it until somebody looks at the page, and says nothing meanwhile.
        retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error) && onlineManager.isOnline(),
        ...(retryDelay === undefined ? {} : { retryDelay }),
      },
      mutations: { networkMode: 'always' },
    },
  })
  // A function, for the answer of the moment: a kept screen comes back with the options it was last drawn with. An `enabled` of
  // a query's own would take its place, so what has a condition besides uses `skipToken` (testing/member-queries.test.ts).
  client.setQueryDefaults([MEMBER_KEY], { enabled: hasStoredUser })
  return client
}
