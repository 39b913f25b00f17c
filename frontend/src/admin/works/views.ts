import { FILTER_NAME_MAX, WORK_VIEWS_KEY, WORK_VIEWS_MAX } from '@/shared/config/constants.ts'
import { queryText, withParams } from '@/shared/lib/query.ts'
import { isVisibleName } from '@/shared/lib/visible-name.ts'
import { parseStored, persistedStore } from '@/shared/state/persisted-store.ts'
import { useStore } from '@/shared/state/store.ts'

/** A filter and order of the works table with a name; its query is as in the address. */
export interface WorkView {
  name: string
  query: string
}

/** Longest stored query, in UTF-16 units. */
const QUERY_MAX = 1000

const store = persistedStore<readonly WorkView[]>({
  key: WORK_VIEWS_KEY,
  parse: (text) => {
    const saved = parseStored(text)
    return Array.isArray(saved) ? saved.filter(isView).slice(0, WORK_VIEWS_MAX) : []
  },
  format: (views) => (views.length === 0 ? null : JSON.stringify(views)),
})

/** Whether a view can have this name. */
export function isViewName(name: string): boolean {
  return isVisibleName(name, FILTER_NAME_MAX)
}

function isView(saved: unknown): saved is WorkView {
  const { name, query } = (saved ?? {}) as Partial<Record<keyof WorkView, unknown>>
  if (typeof name !== 'string' || typeof query !== 'string') return false
  return isViewName(name) && query !== '' && query.length <= QUERY_MAX
}

/** What of an address makes a view: not the page, nor the work that is open. */
export function viewQuery(params: URLSearchParams): string {
  const view = withParams(params, { page: '', open: '' })
  view.sort()
  return queryText(view)
}

/** The views of this device, in the order in which they were saved. */
export function useWorkViews(): readonly WorkView[] {
  return useStore(store)
}

/** Saves a view; the caller has checked that there is room and the name is free. */
export function addView(view: WorkView): void {
  store.set([...store.get(), view].slice(0, WORK_VIEWS_MAX))
}

export function removeView(name: string): void {
  store.set(store.get().filter((view) => view.name !== name))
}
