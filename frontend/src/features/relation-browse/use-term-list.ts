import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { fetchTerms, type TermsFind, termLettersOptions, termsListOptions } from '@/entities/term/api.ts'
import { useRestoredPages } from '@/shared/api/use-restored-pages.ts'
import type { ChannelName } from '@/shared/config/channels.ts'
import { LIST_FRESH_MS } from '@/shared/config/constants.ts'
import type { RelationKind } from '@/shared/config/paths.ts'

/** The entries of a sidebar, plus the one in the URL, which may be on an unloaded page or in another channel. */
export function useTermList(kind: RelationKind, channel: ChannelName, selected: string | undefined, find: TermsFind) {
  const filter = { kind, channel, ...find }
  const options = termsListOptions(filter)
  const list = useInfiniteQuery({ ...options, staleTime: LIST_FRESH_MS })
  const restoring = useRestoredPages({
    queryKey: options.queryKey,
    dataUpdatedAt: list.dataUpdatedAt,
    fetchPage: (pageNum) => fetchTerms(filter, pageNum),
  })
  const letters = useQuery({ ...termLettersOptions(filter), placeholderData: keepPreviousData })
  const loaded = list.data ?? []
  const isMissing = selected !== undefined && list.isSuccess && !loaded.some((term) => term.id === selected)
  // It is fetched on its own and pinned at the top.
  const pinned = useInfiniteQuery({ ...termsListOptions({ kind, channel, id: selected }), enabled: isMissing })
  const [meant] = (isMissing && pinned.data) || []
  return {
    list,
    restoring,
    /** Under which letters there are entries, as soon as that is known. */
    letters: letters.data,
    terms: isMissing ? [...(pinned.data ?? []), ...loaded] : loaded,
    /** Whether the entry in the URL is one of the channel's, as far as they are loaded. */
    isListed: selected !== undefined && loaded.some((term) => term.id === selected),
    current: meant ?? loaded.find((term) => term.id === selected),
  }
}

export type TermList = ReturnType<typeof useTermList>
