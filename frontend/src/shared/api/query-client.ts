import { QueryClient } from '@tanstack/react-query'
import { isTemporary } from './errors.ts'

const FRESH_MS = 60_000
const GC_MS = 30 * 60_000
const MAX_RETRIES = 2

/** The cache of server data. Only GET goes through it, and only temporary failures are asked again. */
export function createQueryClient(retryDelay?: number): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        gcTime: GC_MS,
        refetchOnWindowFocus: false,
        // A call without a connection fails and says so; what failed is asked for again when the connection is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        retry: (failures, error) => failures < MAX_RETRIES && isTemporary(error),
        ...(retryDelay === undefined ? {} : { retryDelay }),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
