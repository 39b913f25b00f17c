import { useSearchParams } from 'react-router-dom'
import type { WorkSort } from '@/entities/work/api.ts'
import type { RankedBy } from '@/entities/work/work-card.tsx'
import { WorksList } from '@/entities/work/works-list.tsx'
import { tabQuery } from '@/entities/work-filter/use-choices.ts'
import { CHANNELS, type ChannelName } from '@/shared/config/channels.ts'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { rankingPath } from '@/shared/config/paths.ts'
import { LinkTabs, useTabSwipe } from '@/shared/ui/link-tabs.tsx'

interface RankingTab {
  key: string
  label: string
  sort: WorkSort
}

const LATEST: RankingTab = { key: 'latest', label: '最新发行', sort: 'pubTime' }
const TABS: readonly RankingTab[] = [
  LATEST,
  { key: 'collects', label: '收藏排行', sort: 'collects' },
  { key: 'average', label: '高评分', sort: 'average' },
  { key: 'evaluates', label: '热门评论', sort: 'evaluates' },
]

/** The period that means all time; the latest tab always uses it (R2.8). */
const ALL_TIME = 999
const PERIOD_LABELS: Record<number, string> = { 30: '近30天', 90: '近90天', 365: '近一年', [ALL_TIME]: '总排行' }

/** The latest works are ordered by date, which every card shows anyway. */
function rankedBy(sort: WorkSort): RankedBy | undefined {
  return sort === 'collects' || sort === 'average' || sort === 'evaluates' ? sort : undefined
}

function periodsOf(channel: ChannelName): number[] {
  return channel === 'censored' ? [30, 90, 365, ALL_TIME] : [90, 365, ALL_TIME]
}

/** /top and its variants: four rankings over periods; both are stored in the URL (R2.7, R2.8). */
export default function RankingPage({ channel }: { channel: ChannelName }) {
  const [params] = useSearchParams()
  const periods = periodsOf(channel)
  const tab = TABS.find((candidate) => candidate.key === params.get('tab')) ?? LATEST
  const chosen = periods.find((days) => String(days) === params.get('date')) ?? periods[0]
  const date = tab === LATEST ? ALL_TIME : chosen
  const urlOf = (key: string, days?: number) =>
    rankingPath(channel) + tabQuery(params, { tab: key, date: days?.toString() ?? '' })

  const tabs = TABS.map(({ key, label }) => ({ label, to: urlOf(key), current: key === tab.key }))
  const swipe = useTabSwipe(tabs)

  return (
    <div className="page" {...swipe}>
      <LinkTabs label="排行" tabs={tabs} />
      {tab !== LATEST && (
        <LinkTabs
          label="时间范围"
          small
          tabs={periods.map((days) => ({
            label: PERIOD_LABELS[days] ?? `${days}`,
            to: urlOf(tab.key, days),
            current: days === date,
          }))}
        />
      )}
      <WorksList
        title={`${CHANNELS[channel].label}${tab.label}`}
        filter={{ channel, sort: tab.sort, date, pageSize: PAGE_SIZE.ranking }}
        rankedBy={rankedBy(tab.sort)}
        sorts={[]}
      />
    </div>
  )
}
