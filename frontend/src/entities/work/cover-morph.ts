import { type MouseEvent, use } from 'react'
import type { Work } from '@/shared/api/types.ts'
import { workPath } from '@/shared/config/paths.ts'
import { mayMove, OpenSmoothly } from '@/shared/lib/open-smoothly.ts'

/** The class of the one cover that moves from page to page (`cover.css`). */
const MORPHS = 'cover-morphs'

/** The work whose card was pressed last. */
let pressed: Work | null = null

/** A click handler for cards: the cover grows into the one of the work's page, and shrinks again on Back (R1.37). */
export function useCoverMorph(work: Work) {
  const open = use(OpenSmoothly)
  return (event: MouseEvent<HTMLElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || !mayMove()) return
    event.preventDefault()
    pressed = work
    // Two elements of one name would stop the transition.
    for (const other of document.querySelectorAll(`.${MORPHS}`)) other.classList.remove(MORPHS)
    event.currentTarget.querySelector('.cover')?.classList.add(MORPHS)
    open(workPath(work))
  }
}

/** The work that was pressed, if it is this one: its page begins with its cover. */
export function pressedWork(id: string): Work | null {
  return pressed?.id === id ? pressed : null
}
