import { useOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { LoadedWorkRow, useWorksOrAll } from '@/entities/work/work-row.tsx'
import { PAGE_SIZE } from '@/shared/config/constants.ts'
import { rankingPath } from '@/shared/config/paths.ts'
import { Hero, HeroSkeleton } from './hero.tsx'
import { HomeSection } from './home-section.tsx'

const MONTH_DAYS = 30
/** Rankings are by channel: the first one's, in the same order and of the same time. */
const MORE = `${rankingPath('censored')}?tab=collects&date=${MONTH_DAYS}`

/** The most collected works of the last 30 days: the first one large, all of them as a ranking. */
export function RankingStrip() {
  const onlyMagnet = useOnlyMagnet()
  const filter = { sort: 'collects', date: MONTH_DAYS, onlyMagnet, pageSize: PAGE_SIZE.ranking } as const
  const list = useWorksOrAll(filter)
  const first = list.data?.works[0]
  return (
    <>
      {list.isPending && <HeroSkeleton />}
      {first && <Hero work={first} />}
      <HomeSection title="本月排行" more={MORE}>
        <LoadedWorkRow
          filter={filter}
          label="本月排行"
          rankedBy="collects"
          empty={<p className="home-empty">暂时没有影片</p>}
        />
      </HomeSection>
    </>
  )
}
