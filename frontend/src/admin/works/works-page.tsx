import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { userInfoOptions } from '@/entities/user/api.ts'
import type { AdminWork } from '@/shared/api/types.ts'
import { channelOf } from '@/shared/config/channels.ts'
import { useMedia } from '@/shared/lib/use-media.ts'
import { type UrlDialog, useUrlDialog } from '@/shared/lib/use-url-dialog.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Spinner } from '@/shared/ui/spinner.tsx'
import { ListPage } from '../kit/list-page.tsx'
import { useTableParams } from '../kit/use-table-params.ts'
import { useTicks } from '../kit/use-ticks.tsx'
import { adminWorksOptions, type BulkAction } from './api.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import { BULK_LABELS, BulkStatus } from './bulk-status.tsx'
import { CreateDrawer } from './create-drawer.tsx'
import { SavedViews } from './saved-views.tsx'
import { TermFilter } from './term-filter.tsx'
import { useWorkSteps } from './use-work-steps.ts'
import { VisibilityDialog } from './visibility-dialog.tsx'
import { WorkPanel } from './work-panel.tsx'
import { columnsOf, rowLinkId, SORT_FIELDS, type VisibilityChange } from './works-columns.tsx'
import { FILTERS, filterOf } from './works-filter.ts'
import './works-page.css'

const MergeDialog = lazy(async () => ({ default: (await import('./merge-dialog.tsx')).MergeDialog }))

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
  const [change, setChange] = useState<VisibilityChange | null>(null)
  const [creating, setCreating] = useState(false)

  const [bulk, setBulk] = useState<BulkAction | null>(null)
  const [merging, setMerging] = useState<WorkPair | null>(null)
  const mayTerms = useQuery(userInfoOptions()).data?.permissions.includes('terms:edit') === true
  const filter = filterOf(table)
  const shown = { ...filter, ...table.sorted, page: table.page, size: table.size }
  const list = useQuery(adminWorksOptions(shown))
  const { rows = [], total = 0 } = list.data ?? {}
  const { ticked, isWhole, ticks, bar, clear } = useTicks(rows, ({ number }) => number, { total, unit: '部作品' })
  const pair = isWhole ? null : pairOf(ticked)
  const steps = useWorkSteps({ filter: shown, table, list, dialog })
  const beside = useMedia(TWO_PANES)
  const isBeside = beside && dialog.value !== null
  const close = useFocusAfterClose(dialog)
  function edit(id: string) {
    steps.arrive(id)
    dialog.open(id)
  }
  const columns = columnsOf({ link: dialog.link, onOpen: steps.arrive, edit, ask: setChange }, isBeside)
  const isWaiting = filter.state === 'draft' || filter.state === 'scheduled'

  return (
    <div className="works-page" data-beside={isBeside || undefined}>
      <div className="works-page-table">
        <ListPage
          title="作品"
          head={<Button onClick={() => setCreating(true)}>新建作品</Button>}
          table={table}
          search={{ label: '番号或标题' }}
          filters={FILTERS}
          moreFilters={
            <>
              {mayTerms && <TermFilter table={table} modId={filter.modId || undefined} />}
              <SavedViews />
            </>
          }
          bar={
            <>
              <BulkStatus />
              {bar(
                <>
                  <BulkButtons mayTerms={mayTerms} isWaiting={isWaiting} onChoose={setBulk} />
                  {pair && (
                    <Button round onClick={() => setMerging(pair)}>
                      合并
                    </Button>
                  )}
                </>,
              )}
            </>
          }
          list={list}
          columns={[ticks, ...columns]}
          openId={dialog.value}
          empty="没有符合的作品"
        >
          {creating && (
            <CreateDrawer channel={channelOf(Number(filter.modId)).name} onClose={() => setCreating(false)} />
          )}
          {bulk && (
            <BulkDialog
              action={bulk}
              ids={isWhole ? [] : ticked.map(({ id }) => id)}
              filter={filter}
              total={isWhole ? total : ticked.length}
              onClose={() => setBulk(null)}
              onBegun={clear}
            />
          )}
          {merging && (
            <Suspense fallback={<Spinner />}>
              <MergeDialog
                works={merging}
                onClose={() => setMerging(null)}
                onDone={() => {
                  setMerging(null)
                  clear()
                }}
              />
            </Suspense>
          )}
          {change && <VisibilityDialog {...change} onClose={() => setChange(null)} />}
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

interface BulkButtonsProps {
  mayTerms: boolean
  /** Whether the works are not published yet. */
  isWaiting: boolean
  onChoose: (action: BulkAction) => void
}

/** What can be done with the chosen works. */
function BulkButtons({ mayTerms, isWaiting, onChoose }: BulkButtonsProps) {
  const actions = BULK_ACTIONS.filter(
    (action) => (mayTerms || !action.endsWith('Terms')) && action !== (isWaiting ? 'restore' : 'publish'),
  )
  return actions.map((action) => (
    <Button key={action} round onClick={() => onChoose(action)}>
      {BULK_LABELS[action].name}
    </Button>
  ))
}

/** Two works of one channel, which can be merged. */
type WorkPair = readonly [AdminWork, AdminWork]

function pairOf(works: readonly AdminWork[]): WorkPair | null {
  const [first, second, third] = works
  if (!first || !second || third || first.modId !== second.modId) return null
  return [first, second]
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
