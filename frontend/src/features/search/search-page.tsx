import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { useHiddenTerms } from '@/entities/hidden/hidden-terms.ts'
import { WorksList } from '@/entities/work/works-list.tsx'
import type { SortChoice } from '@/entities/work-filter/choices.ts'
import { tabQuery } from '@/entities/work-filter/use-choices.ts'
import { CHANNEL_ORDER, CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { searchPath } from '@/shared/config/paths.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { LinkTabs, useTabSwipe } from '@/shared/ui/link-tabs.tsx'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { suggestOptions } from './api.ts'
import { type Hit, hitsOf } from './hits.ts'
import { isSearchable, KEYWORD_INFO, KEYWORD_WARNING } from './keyword.ts'
import { SearchHelp } from './search-help.tsx'
import { LateHits, SearchHits } from './search-hits.tsx'

/** Longest that the list waits for the names above it, in milliseconds. */
const HITS_WAIT_MS = 300

const SORTS: readonly SortChoice[] = ['match', 'new', 'score', 'saves', 'views', 'length']

function channelIn(params: URLSearchParams): ChannelName | undefined {
  return CHANNEL_ORDER.find((name) => name === params.get('tab'))
}

/** What the keyword names, or the one that was meant. */
function useHits(keyword: string, valid: boolean): { hits: Hit[]; isLoading: boolean } {
  const hidden = useHiddenTerms()
  const given = useQuery({ ...suggestOptions(keyword, hidden), enabled: valid })
  const meant = given.data?.corrected
  const better = useQuery({ ...suggestOptions(meant ?? '', hidden), enabled: meant !== undefined })
  const { data } = meant === undefined ? given : better
  return { hits: data ? hitsOf(data) : [], isLoading: given.isLoading || better.isLoading }
}

/** Whether the names for a keyword took too long: what is shown without them stays where it is when they come. */
function useIsLate(keyword: string, isLoading: boolean): boolean {
  const [late, setLate] = useState<string>()
  useEffect(() => {
    if (!isLoading) return
    const timer = setTimeout(() => setLate(keyword), HITS_WAIT_MS)
    return () => clearTimeout(timer)
  }, [keyword, isLoading])
  return late === keyword
}

/** /search/{keyword}: results in four tabs; the tab is stored in the URL (R6.2). */
export default function SearchPage() {
  const keyword = (useParams().keyword ?? '').trim()
  const [params] = useSearchParams()
  const channel = channelIn(params)
  const valid = isSearchable(keyword)
  const { hits, isLoading } = useHits(keyword, valid)
  const isLate = useIsLate(keyword, isLoading)

  useEffect(() => {
    if (!valid) toast(KEYWORD_WARNING, { kind: 'warning' })
  }, [valid])

  const tabs = [
    { label: '全部', to: searchPath(keyword) + tabQuery(params, {}), current: channel === undefined },
    ...CHANNEL_ORDER.map((name) => ({
      label: CHANNELS[name].label,
      to: searchPath(keyword) + tabQuery(params, { tab: name }),
      current: name === channel,
    })),
  ]
  const swipe = useTabSwipe(tabs)

  if (!valid) {
    return (
      <div className="page">
        <h1 className="visually-hidden">搜索</h1>
        <EmptyView text="请输入搜索内容" hint={KEYWORD_INFO} />
      </div>
    )
  }

  return (
    <div className="page" {...swipe}>
      <PageTitle title={`${keyword} 搜索`} />
      <LinkTabs label="搜索范围" tabs={tabs} />
      {!isLate && <SearchHits hits={hits} channel={channel} />}
      {/* The list loads in parallel, but its position depends on the hits. */}
      <div hidden={isLoading && !isLate}>
        <WorksList
          title={keyword}
          filter={{ channel, keyword, pageSize: PAGE_SIZE.search }}
          heading={
            <>
              <h1>{keyword}</h1>
              <div className="search-line">
                <p className="works-list-total">{KEYWORD_INFO}</p>
                {isLate && <LateHits hits={hits} channel={channel} />}
              </div>
            </>
          }
          sorts={SORTS}
          emptyText={`没有找到“${keyword}”`}
          emptyHelp={<SearchHelp keyword={keyword} channel={channel} />}
        />
      </div>
    </div>
  )
}
