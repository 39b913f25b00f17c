import { useEffect } from 'react'
import { useParams, useSearchParams } from 'react-router-dom'
import { WorksList } from '@/entities/work/works-list.tsx'
import { CHANNEL_ORDER, CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { searchPath } from '@/shared/config/paths.ts'
import { toast } from '@/shared/feedback/toasts.ts'
import { LinkTabs } from '@/shared/ui/link-tabs.tsx'
import { PageTitle } from '@/shared/ui/page-title.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { isSearchable, KEYWORD_INFO, KEYWORD_WARNING } from './keyword.ts'

function channelIn(params: URLSearchParams): ChannelName | undefined {
  return CHANNEL_ORDER.find((name) => name === params.get('tab'))
}

/** /search/{keyword}: results in four tabs; the tab is stored in the URL (R6.2). */
export default function SearchPage() {
  const keyword = (useParams().keyword ?? '').trim()
  const [params] = useSearchParams()
  const channel = channelIn(params)
  const valid = isSearchable(keyword)

  useEffect(() => {
    if (!valid) toast(KEYWORD_WARNING, { kind: 'warning' })
  }, [valid])

  if (!valid) {
    return (
      <div className="page">
        <h1 className="visually-hidden">搜索</h1>
        <EmptyView text="请输入搜索内容" hint={KEYWORD_INFO} />
      </div>
    )
  }

  const tabs = [
    { label: '全部', to: searchPath(keyword), current: channel === undefined },
    ...CHANNEL_ORDER.map((name) => ({
      label: CHANNELS[name].label,
      to: `${searchPath(keyword)}?tab=${name}`,
      current: name === channel,
    })),
  ]
  return (
    <div className="page">
      <PageTitle title={`${keyword} 搜索`} />
      <LinkTabs label="搜索范围" tabs={tabs} />
      <WorksList
        filter={{ channel, keyword, pageSize: PAGE_SIZE.search }}
        heading={
          <>
            <h1>{keyword}</h1>
            <p className="works-list-total">{KEYWORD_INFO}</p>
          </>
        }
        emptyText={`没有找到“${keyword}”`}
      />
    </div>
  )
}
