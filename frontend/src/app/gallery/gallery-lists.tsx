import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { termGroupsOptions, termsListOptions } from '@/entities/term/api.ts'
import { type WorksFilter, worksListOptions } from '@/entities/work/api.ts'
import { LoadedWorkRow } from '@/entities/work/work-row.tsx'
import { WorksList } from '@/entities/work/works-list.tsx'
import { CategorySelector } from '@/features/relation-browse/category-selector.tsx'
import { TermSidebar } from '@/features/relation-browse/term-sidebar.tsx'
import { useTermList } from '@/features/relation-browse/use-term-list.ts'
import { makeTerm, makeWork } from '@/testing/factories.ts'
import { answered, Cached, FAILURE, type Known, listStates } from './cached.tsx'
import { GalleryPart } from './gallery-part.tsx'
import '@/features/home/home.css'

const WORKS = [1, 2, 3, 4, 5, 6].map((index) => makeWork(index, { modId: (index % 3) + 1, isOnline: index % 2 }))
const TERMS = [8, 7, 6, 5, 4, 3].map((index) => makeTerm(index))
const PERFORMERS = TERMS.map((term) => ({ ...term, avatar: `avatars/${term.id}.svg`, uncensoredCount: term.count - 3 }))
const GROUPS = [1, 2, 3, 4].map((group) => ({
  name: `组${group}`,
  items: Array.from({ length: 12 }, (_, at) => makeTerm(group * 100 + at, { nameCn: `类别${group}-${at + 1}` })),
}))

const FILTER = { channel: 'censored', pageSize: 6 } as const
const ROW_FILTER: WorksFilter = { ...FILTER, onlyMagnet: true }
const worksKey = (onlyMagnet: boolean) => worksListOptions({ ...FILTER, onlyMagnet }).queryKey

interface StatesProps {
  name: string
  keys: readonly QueryKey[]
  states: Record<string, Known>
  narrow?: boolean
  children: ReactNode
}

/** One component once for each state of its queries. */
function States({ name, keys, states, narrow = false, children }: StatesProps) {
  return Object.entries(states).map(([state, known]) => (
    <GalleryPart key={state} name={`${name}: ${state}`}>
      <div className={narrow ? 'gallery-narrow' : undefined}>
        <Cached keys={keys} known={known}>
          {children}
        </Cached>
      </div>
    </GalleryPart>
  ))
}

/** Everything that loads a list, in each state of the loading. */
export function GalleryLists() {
  return (
    <>
      <States name="WorksList" keys={[worksKey(true), worksKey(false)]} states={listStates(WORKS)}>
        <WorksList filter={FILTER} heading={<h3>有码最新</h3>} />
      </States>
      <GalleryPart name="WorksList: 排行">
        <Cached keys={[worksKey(true), worksKey(false)]} known={listStates(WORKS).到底}>
          <WorksList filter={FILTER} rankedBy="average" />
        </Cached>
      </GalleryPart>
      <States name="LoadedWorkRow" keys={[worksListOptions(ROW_FILTER).queryKey]} states={rowStates()}>
        <LoadedWorkRow filter={ROW_FILTER} label="一行" empty={<p className="home-empty">暂时没有影片</p>} />
      </States>
      <States
        name="TermSidebar"
        narrow
        keys={[termsListOptions({ kind: 'maker', channel: 'censored' }).queryKey]}
        states={listStates(TERMS)}
      >
        <Sidebar kind="maker" channel="censored" title="片商" selected={TERMS[2]?.id} />
      </States>
      <GalleryPart name="TermSidebar: 无码女优，头像，没有数目">
        <div className="gallery-narrow">
          <Cached
            keys={[termsListOptions({ kind: 'performer', channel: 'uncensored' }).queryKey]}
            known={listStates(PERFORMERS).到底}
          >
            <Sidebar kind="performer" channel="uncensored" title="女优合集" selected={undefined} />
          </Cached>
        </div>
      </GalleryPart>
      <CategorySelectors />
    </>
  )
}

/** A row shows one page only. */
function rowStates() {
  const { 等待, 第一页, 空, 失败 } = listStates(WORKS)
  return { 等待, 第一页, 空, 失败 }
}

function CategorySelectors() {
  const keys = [termGroupsOptions('censored').queryKey]
  const groups = (data: typeof GROUPS) => answered({ code: 200, msg: '', data })
  const selector = (selected?: string) => <CategorySelector channel="censored" selected={selected} />
  return (
    <>
      <States name="CategorySelector" keys={keys} states={{ 等待: {}, 失败: { status: 'error', error: FAILURE } }}>
        {selector()}
      </States>
      <States
        name="CategorySelector"
        keys={keys}
        states={{ 全部: groups(GROUPS), 只有两组: groups(GROUPS.slice(0, 2)) }}
      >
        {selector()}
      </States>
      <States name="CategorySelector" keys={keys} states={{ 选中第四组末项: groups(GROUPS) }}>
        {selector(GROUPS[3]?.items.slice(-1)[0]?.id)}
      </States>
    </>
  )
}

function Sidebar(props: Omit<Parameters<typeof TermSidebar>[0], 'entries'>) {
  const entries = useTermList(props.kind, props.channel, props.selected)
  return <TermSidebar {...props} entries={entries} />
}
