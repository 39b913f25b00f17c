import { useOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { LoadedWorkRow, useWorksOrAll } from '@/entities/work/work-row.tsx'
import { MONTH_DAYS, PAGE_SIZE } from '@/shared/config/constants.ts'
import { MONTH_PATH } from '@/shared/config/paths.ts'
import { Hero, HeroSkeleton } from './hero.tsx'
import { HomeSection } from './home-section.tsx'

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
      <HomeSection title="本月排行" more={MONTH_PATH}>
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
