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
      element.close()
      // One dialog may stand over another.
      document.body.classList.toggle('behind-dialog', document.querySelector('dialog[open]') !== null)
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [dialog, open])
}
