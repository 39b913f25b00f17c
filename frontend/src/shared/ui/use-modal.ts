import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { focusPlace, type Place, placeOf } from '../lib/lost-focus.ts'
import { createStore } from '../state/store.ts'

interface OpenModal {
  id: string
  element: HTMLDialogElement
  request: () => void
}

/** The topmost modal dialog; `null` if none is open. */
export const topModal = createStore<string | null>(null)

/** Open dialogs, the topmost last. */
let opened: readonly OpenModal[] = []

/** The topmost modal dialog itself. */
export function topDialog(): HTMLDialogElement | null {
  return opened[opened.length - 1]?.element ?? null
}

function setOpened(next: readonly OpenModal[]): void {
  if (opened.length === 0) document.addEventListener('keydown', onKeyDown)
  opened = next
  if (opened.length === 0) document.removeEventListener('keydown', onKeyDown)
  // Dialogs may be nested.
  document.documentElement.classList.toggle('behind-dialog', opened.length > 0)
  topModal.set(opened[opened.length - 1]?.id ?? null)
}

// Browsers may close several dialogs with one Escape, and do not always allow to prevent it; handling the key ourselves
// closes only the right one.
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || document.fullscreenElement) return
  event.preventDefault()
  if (!event.repeat) opened[opened.length - 1]?.request()
}

/** Whether the browser has modal dialogs: Safari before 15.4 has none. */
export function hasModals(): boolean {
  return typeof document.createElement('dialog').showModal === 'function'
}

/** Without modal dialogs it lies above the page by its style (base.css), and what is behind it can still be reached by key. */
function show(element: HTMLDialogElement): void {
  if (hasModals()) {
    element.showModal()
    return
  }
  element.setAttribute('open', '')
  element.setAttribute('role', 'dialog')
  element.setAttribute('aria-modal', 'true')
  element.querySelector<HTMLElement>('button, [href], input')?.focus()
}

function hide(element: HTMLDialogElement): void {
  if (hasModals()) element.close()
  else element.removeAttribute('open')
}

/** Reopens dialogs that the browser closed by itself, in their order. */
function reopen(): void {
  const from = opened.findIndex(({ element }) => !element.open)
  for (const { element } of from < 0 ? [] : opened.slice(from)) {
    if (element.open) element.close()
    show(element)
  }
}

/** Where the focus is, if it is anywhere. */
function focusedPlace(): Place | undefined {
  const { activeElement, body } = document
  return activeElement instanceof HTMLElement && activeElement !== body ? placeOf(activeElement) : undefined
}

/** Shows a `<dialog>` in its place in the page; returns a function that takes it away, and the focus out of it. */
function showBeside(element: HTMLDialogElement): () => void {
  const before = focusedPlace()
  element.setAttribute('open', '')
  return () => {
    // It may have left the page already, and the focus with it.
    const { activeElement, body } = document
    const hadFocus = activeElement === body || element.contains(activeElement)
    element.removeAttribute('open')
    if (before && hadFocus) focusPlace(before)
  }
}

/**
 * Shows a `<dialog>` as modal: the page behind is inert and does not scroll, and the focus goes back to where it was, or
 * near it if that is gone, also when the element has already left the page by then. Escape and the browser's own ways to
 * close it only ask for it, and of several dialogs only the uppermost.
 *
 * @param beside shows it as a part of the page instead
 * @returns the dialog's name in `topModal`
 */
export function useModal(
  dialog: RefObject<HTMLDialogElement | null>,
  onCloseRequest: () => void,
  beside = false,
): string {
  const id = useId()
  const request = useRef(onCloseRequest)
  useLayoutEffect(() => {
    request.current = onCloseRequest
  })
  useEffect(() => {
    const element = dialog.current
    if (!element) return
    if (beside) return showBeside(element)
    const before = focusedPlace()
    const modal = { id, element, request: () => request.current() }
    // First: opening works out the styles of the whole page, which this changes.
    setOpened([...opened, modal])
    if (!element.open) show(element)
    const first = element.querySelector<HTMLElement>('[data-autofocus]')
    first?.focus()
    // Typing replaces what is there.
    if (first instanceof HTMLInputElement) first.select()

    // Both events also bubble from the content, such as a file input.
    function onCancel(event: Event) {
      if (event.target !== element) return
      event.preventDefault()
      modal.request()
    }
    function onClose(event: Event) {
      if (event.target !== element || modal.element.open) return
      reopen()
      modal.request()
    }
    element.addEventListener('cancel', onCancel)
    element.addEventListener('close', onClose)
    return () => {
      element.removeEventListener('cancel', onCancel)
      element.removeEventListener('close', onClose)
      setOpened(opened.filter((other) => other !== modal))
      hide(element)
      if (before) focusPlace(before)
    }
  }, [dialog, id, beside])
  return id
}
