import { useState } from 'react'
import type { OwnFacets } from '@/entities/work/api.ts'
import { useListDensity } from '@/entities/work/density.ts'
import { DensitySwitch } from '@/entities/work/density-switch.tsx'
import { ForgetButton } from '@/entities/work/forget-button.tsx'
import { clearHistory, forgetWork, useHistory } from '@/entities/work/history.ts'
import { WorkGrid } from '@/entities/work/work-grid.tsx'
import { choiceParams, type SortChoice } from '@/entities/work-filter/choices.ts'
import { ROOM, useFilters } from '@/entities/work-filter/use-filters.tsx'
import type { Work } from '@/shared/api/types.ts'
import { HISTORY_MAX } from '@/shared/config/constants.ts'
import { ConfirmDialog } from '@/shared/ui/confirm-dialog.tsx'
import { EmptyView } from '@/shared/ui/states.tsx'
import { historyFacets, narrowed } from './history-filter.ts'
import '@/shared/ui/chip.css'
import '@/entities/work/works-list.css'

/** Orders that the device can tell by itself. */
const SORTS: readonly SortChoice[] = ['visited', 'new', 'score', 'length']

/** The history as a list to be narrowed down; nothing of it leaves the device. */
function ownHistory(works: readonly Work[]): OwnFacets {
  return {
    key: ['history', works.map(({ id }) => id)],
    facets: async (query) => ({ data: historyFacets(works, query) }),
    isMixed: true,
    isStored: true,
  }
}

/** The tab 浏览记录: recently opened works of this device, newest first (R8.7), or as they are narrowed down (R8.9). */
export function HistoryTab() {
  const works = useHistory()
  const [asking, setAsking] = useState(false)
  const density = useListDensity()
  const list = { own: ownHistory(works), pageSize: HISTORY_MAX, onlyMagnet: false }
  const filters = useFilters(list, { sorts: SORTS, roomFrom: ROOM })
  const close = () => setAsking(false)
  if (works.length === 0) return <EmptyView text="还没有浏览记录" hint="浏览记录只保存在本机。" />
  const shown = filters.choices ? narrowed(works, choiceParams(filters.choices)) : works
  return (
    <section className="works-list">
      <div className="works-list-bar">
        <div className="works-list-heading">
          <span className="works-list-total numeric">{shown.length} 部，只保存在本机</span>
        </div>
        <div className="works-list-tools">
          {filters.button}
          <button type="button" className="chip" onClick={() => setAsking(true)}>
            清空
          </button>
          <DensitySwitch />
        </div>
      </div>
      {filters.chips}
      {filters.sheet}
      <div className={filters.column ? 'filter-beside' : undefined}>
        {filters.column?.({ data: shown, isError: false })}
        {shown.length === 0 ? (
          <EmptyView text="没有符合的影片">{filters.reset}</EmptyView>
        ) : (
          <WorkGrid
            works={shown}
            density={density}
            corner={{
              of: ({ id, number }) => (
                <ForgetButton label={`从浏览记录删除 ${number}`} onForget={() => forgetWork(id)} />
              ),
              place: 'beside',
            }}
          />
        )}
      </div>
      <ConfirmDialog
        title="清空浏览记录?"
        confirm="清空"
        open={asking}
        onConfirm={() => {
          clearHistory()
          close()
        }}
        onClose={close}
      >
        本机的浏览记录和观看进度会全部删除，不能恢复。
      </ConfirmDialog>
    </section>
  )
}
