import { useState } from 'react'

/** What a step was made with. */
export type StepBy = 'key' | 'button'

/** Opens another row. By key the focus goes along; a button keeps it. */
export type Step = (by: StepBy) => void

/** Ways from the open row of a list to those around it. */
export interface RowSteps {
  /** Where the open row stands, from 1; 0 if it is not in the list. */
  place: number
  /** Opens the one before; `null` at the beginning. */
  previous: Step | null
  /** Opens the one after; `null` at the end. */
  next: Step | null
}

interface ShownRows<Row> {
  rows: readonly Row[]
  /** Rows of the whole list. */
  total: number
  page: number
  /** Rows on a page. */
  size: number
  /** Id of the open row. */
  open: string | null
  /** Opens a row; `page` is given if it is on another one. */
  goTo: (id: string, by: StepBy, page?: number) => void
  /** The rows of another page; `undefined` if they cannot be loaded, which was said then. */
  load: (page: number) => Promise<readonly Row[] | undefined>
}

/** Steps through a list, over the ends of its pages too. */
export function useRowSteps<Row extends { id: string }>(shown: ShownRows<Row>): RowSteps {
  const { rows, total, page, size, open, goTo, load } = shown
  const { isListed, index } = usePlace(rows, open)

  async function goToPage(other: number, end: 'first' | 'last', by: StepBy) {
    const found = await load(other)
    const row = found?.[end === 'first' ? 0 : found.length - 1]
    if (row) goTo(row.id, by, other)
  }

  function stepTo(row: Row | undefined, other: number, end: 'first' | 'last'): Step | null {
    if (row) return (by) => goTo(row.id, by)
    const isPage = open !== null && other >= 1 && other <= Math.ceil(total / size)
    return isPage ? (by) => void goToPage(other, end, by) : null
  }

  return {
    place: isListed ? (page - 1) * size + index + 1 : 0,
    previous: stepTo(rows[index - 1], page - 1, 'last'),
    next: stepTo(rows[isListed ? index + 1 : Math.max(index, 0)], page + 1, 'first'),
  }
}

/** Where the open row stands in the list, or stood before it left: what was worked on may no longer match the filter. */
function usePlace(rows: readonly { id: string }[], open: string | null) {
  const found = rows.findIndex(({ id }) => id === open)
  const [last, setLast] = useState(-1)
  const index = open === null ? -1 : found >= 0 ? found : Math.min(last, rows.length)
  if (index !== last) setLast(index)
  return { isListed: found >= 0, index }
}
