import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { userInfoOptions } from '@/entities/user/api.ts'
import { useMedia } from '@/shared/lib/use-media.ts'
import { type UrlDialog, useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { useStore } from '@/shared/state/store.ts'
import { Button } from '@/shared/ui/button.tsx'
import { shownColumns, useColumnChoice } from '../kit/column-choice.ts'
import { ListPage } from '../kit/list-page.tsx'
import { useTableParams } from '../kit/use-table-params.ts'
import { useTicks } from '../kit/use-ticks.tsx'
import { adminWorksOptions, type BulkAction, type WorksFilter } from './api.ts'
import { bulkRun, isRunning } from './bulk-run.ts'
import { BULK_LABELS, BulkStatus } from './bulk-status.tsx'
import { MoreFilters } from './more-filters.tsx'
import { SavedViews } from './saved-views.tsx'
import { TermFilter } from './term-filter.tsx'
import { useWorkSteps } from './use-work-steps.ts'
import { WorkPanel } from './work-panel.tsx'
import { COLUMN_OPTIONS, columnsOf, rowLinkId, SORT_FIELDS } from './works-columns.tsx'
import { type AskedDialog, type ChosenWorks, pairOf, WorksDialog } from './works-dialog.tsx'
import { WorksExport } from './works-export.tsx'
import { FILTERS, filterOf } from './works-filter.ts'
import './works-page.css'

/** Rows of a page that can be chosen. */
const SIZES = [20, 50, 100]

const BULK_ACTIONS: readonly BulkAction[] = [
  'hide',
  'restore',
  'publish',
  'schedule',
  'draft',
  'addTerms',
  'removeTerms',
]

/** Width at which the open work stands beside the table. */
const TWO_PANES = '(min-width: 1280px)'

export default function WorksPage() {
  const table = useTableParams(SORT_FIELDS, SIZES)
  const dialog = useUrlDialog('open')
  const [asked, setAsked] = useState<AskedDialog | null>(null)
  const mayTerms = useQuery(userInfoOptions()).data?.permissions.includes('terms:edit') === true
  const filter = filterOf(table)
  const shown = { ...filter, ...table.sorted, page: table.page, size: table.size }
  const list = useQuery(adminWorksOptions(shown))
  const { rows = [], total = 0 } = list.data ?? {}
  const { ticked, isWhole, ticks, bar, clear } = useTicks(rows, ({ number }) => number, { total, unit: '部作品' })
  const steps = useWorkSteps({ filter: shown, table, list, dialog })
  const beside = useMedia(TWO_PANES)
  const isBeside = beside && dialog.value !== null
  const close = useFocusAfterClose(dialog)
  const chosen = { works: isWhole ? [] : ticked, filter, total: isWhole ? total : ticked.length }
  function edit(id: string) {
    steps.arrive(id)
    dialog.open(id)
  }
  const choice = useColumnChoice('works', COLUMN_OPTIONS)
  const columns = columnsOf({ link: dialog.link, onOpen: steps.arrive, edit, ask: setAsked }, choice, isBeside)

  return (
    <div className="works-page" data-beside={isBeside || undefined}>
      <div className="works-page-table">
        <ListPage
          title="作品"
          head={<PageButtons filter={filter} total={total} onCreate={() => setAsked({ kind: 'create' })} />}
          table={table}
          search={{ label: '番号或标题' }}
          filters={FILTERS}
          moreFilters={
            <>
              <MoreFilters table={table} />
              {mayTerms && <TermFilter table={table} modId={filter.modId || undefined} />}
              <SavedViews columns={choice.text} />
            </>
          }
          bar={
            <>
              <BulkStatus />
              {bar(<BulkButtons mayTerms={mayTerms} chosen={chosen} onChoose={setAsked} />)}
            </>
          }
          list={list}
          columns={[ticks, ...shownColumns(columns, choice)]}
          sortable={columns}
          choice={choice}
          openId={dialog.value}
          empty="没有符合的作品"
        >
          {asked && <WorksDialog asked={asked} chosen={chosen} onClose={() => setAsked(null)} onBegun={clear} />}
        </ListPage>
      </div>
      {dialog.value && (
        <div className="works-page-panel">
          <WorkPanel id={dialog.value} beside={beside} steps={steps} onClose={close} />
        </div>
      )}
    </div>
  )
}

interface PageButtonsProps {
  filter: WorksFilter
  total: number
  onCreate: () => void
}

/** What can be done without choosing works. */
function PageButtons({ filter, total, onCreate }: PageButtonsProps) {
  return (
    <>
      <Button onClick={onCreate}>新建作品</Button>
      <WorksExport filter={filter} total={total} />
    </>
  )
}

interface BulkButtonsProps {
  mayTerms: boolean
  chosen: ChosenWorks
  onChoose: (asked: AskedDialog) => void
}

/** What can be done with the chosen works. */
function BulkButtons({ mayTerms, chosen: { works, filter }, onChoose }: BulkButtonsProps) {
  const isWaiting = filter.state === 'draft' || filter.state === 'scheduled'
  const actions = BULK_ACTIONS.filter(
    (action) => (mayTerms || !action.endsWith('Terms')) && action !== (isWaiting ? 'restore' : 'publish'),
  )
  const pair = pairOf(works)
  const isBusy = isRunning(useStore(bulkRun))
  return (
    <>
      {actions.map((action) => (
        <Button key={action} round disabled={isBusy} onClick={() => onChoose({ kind: 'bulk', action })}>
          {BULK_LABELS[action].name}
        </Button>
      ))}
      <Button round onClick={() => onChoose({ kind: 'export' })}>
        导出所选
      </Button>
      {pair && (
        <Button round onClick={() => onChoose({ kind: 'merge', pair })}>
          合并
        </Button>
      )}
    </>
  )
}

/** Closes the open work, and lets the focus go to its row, which may not be the one it came from. */
function useFocusAfterClose(dialog: UrlDialog): () => void {
  const closed = useRef<string | null>(null)
  useEffect(() => {
    if (dialog.value !== null || closed.current === null) return
    document.getElementById(rowLinkId(closed.current))?.focus()
    closed.current = null
  }, [dialog.value])
  return () => {
    closed.current = dialog.value
    dialog.close()
  }
}
