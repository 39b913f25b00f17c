import { type RefObject, useEffect } from 'react'

/**
 * Shows a `<dialog>` as modal while `open`: the page behind is inert and does not scroll, and the focus goes back to
 * where it was, also when the element has already left the page by then.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>, open: boolean): void {
  useEffect(() => {
    const element = dialog.current
    if (!element || !open) return
    const before = document.activeElement
    if (!element.open) element.showModal()
    document.body.classList.add('behind-dialog')
    return () => {
      document.body.classList.remove('behind-dialog')
      element.close()
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [dialog, open])
}
