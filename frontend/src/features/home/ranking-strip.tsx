import { useOnlyMagnet } from '@/entities/work/magnet-switch.ts'
import { useWorksOrAll, WorkRow, WorkRowSkeleton } from '@/entities/work/work-row.tsx'
import type { Work } from '@/shared/api/types.ts'
import { MONTH_DAYS, PAGE_SIZE } from '@/shared/config/constants.ts'
import { MONTH_PATH } from '@/shared/config/paths.ts'
import { useInSlices } from '@/shared/lib/use-in-slices.ts'
import { QueryView } from '@/shared/ui/query-view.tsx'
import { Hero, HeroSkeleton } from './hero.tsx'
import { HomeSection } from './home-section.tsx'

/** Fewer works that anybody collected are no ranking. */
const RANKED_FROM = 4

/** The most collected works of the last 30 days, or the new ones while few are collected: one large, the others in a row. */
export function RankingStrip() {
  const onlyMagnet = useOnlyMagnet()
  const list = useWorksOrAll({ sort: 'collects', date: MONTH_DAYS, onlyMagnet, pageSize: PAGE_SIZE.ranking })
  const { error, isRefetchError, refetch } = list
  const all = list.data?.works ?? []
  const collected = all.filter(({ collects = 0 }) => collects > 0)
  const isRanking = collected.length >= RANKED_FROM
  const works = isRanking ? collected : all
  const large = works.find(({ picBig }) => picBig !== '') ?? works[0]
  const others = useInSlices(list.data && works.filter((work) => work !== large))
  const title = isRanking || list.data === undefined ? '本月排行' : '本月发行'
  const rankOf = isRanking ? (work: Work) => works.indexOf(work) + 1 : undefined
  return (
    <>
      {list.isPending && <HeroSkeleton />}
      {large && <Hero work={large} rank={rankOf?.(large)} />}
      {others?.length !== 0 && (
        <HomeSection title={title} more={MONTH_PATH}>
          <QueryView query={{ data: others, error, isRefetchError, refetch }} fallback={<WorkRowSkeleton figured />}>
            {(row) => (
              <WorkRow works={row} label={title} rankedBy={isRanking ? 'collects' : undefined} rankOf={rankOf} />
            )}
          </QueryView>
        </HomeSection>
      )}
    </>
  )
}
