import { MagnetName } from '@/entities/magnet/magnet-name.tsx'
import { MagnetToggle } from '@/entities/work/magnet-toggle.tsx'
import { WorkCard, WorkCardSkeleton } from '@/entities/work/work-card.tsx'
import { WorkGrid, WorkGridSkeleton } from '@/entities/work/work-grid.tsx'
import { WorkRow } from '@/entities/work/work-row.tsx'
import { Hero, HeroSkeleton } from '@/features/home/hero.tsx'
import { ChannelMenu } from '@/features/navigation/channel-menu.tsx'
import { Header } from '@/features/navigation/header.tsx'
import { TabBar } from '@/features/navigation/tab-bar.tsx'
import { SearchBox } from '@/features/search/search-box.tsx'
import { Preferences } from '@/features/site-menu/preferences.tsx'
import { makeWork } from '@/testing/factories.ts'
import { GalleryPart } from './gallery-part.tsx'

const LONG = '一个很长的片名，长到两行也放不下，所以在第二行的末尾必须用省略号截断，不能把卡片撑高'
const WORKS = Array.from({ length: 8 }, (_, index) =>
  makeWork(index + 1, { modId: (index % 3) + 1, isOnline: index % 2 }),
)

/** The parts of entities, and the frame around every page. */
export function GalleryEntities() {
  return (
    <>
      <GalleryPart name="WorkCard: 普通、长名、未发行、坏图、名次、等待">
        <div className="gallery-cards">
          <WorkCard work={makeWork(21)} />
          <WorkCard work={makeWork(22, { title: LONG })} />
          <WorkCard work={makeWork(23, { pubTime: '2099-01-01 00:00:00', isDht: 0 })} />
          <WorkCard work={makeWork(24, { picSmall: '' })} />
          <WorkCard work={makeWork(25)} rank={3} />
          <WorkCard work={makeWork(27)} rank={12} />
          <WorkCardSkeleton />
        </div>
      </GalleryPart>
      <GalleryPart name="WorkCard: 低调">
        <div className="gallery-cards discreet">
          <WorkCard work={makeWork(26)} />
        </div>
      </GalleryPart>
      <GalleryPart name="WorkGrid">
        <WorkGrid works={WORKS} />
      </GalleryPart>
      <GalleryPart name="WorkGrid: 排行">
        <WorkGrid works={WORKS} rankedBy="average" />
      </GalleryPart>
      <GalleryPart name="WorkGridSkeleton">
        <WorkGridSkeleton />
      </GalleryPart>
      <GalleryPart name="WorkRow">
        <WorkRow works={WORKS} label="一行" />
        <WorkRow works={WORKS} label="排行" rankedBy="collects" />
      </GalleryPart>
      <GalleryPart name="MagnetToggle, MagnetName">
        <MagnetToggle />
        <p>
          <MagnetName name="ABCD-001 <em>高清</em> 字幕" />
        </p>
      </GalleryPart>
      <GalleryPart name="Hero">
        <Hero work={makeWork(31)} />
        <HeroSkeleton />
      </GalleryPart>
      <GalleryPart name="Header, ChannelMenu, TabBar" still>
        <Header search={<SearchBox />} menu={null} />
        <ChannelMenu channel="censored" />
        <TabBar section="censored" />
      </GalleryPart>
      <GalleryPart name="Preferences">
        <Preferences />
      </GalleryPart>
    </>
  )
}
