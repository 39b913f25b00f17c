import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { addLeaveGuard, type LeaveGuard, type LeaveQuestion } from '../feedback/leave-guards.ts'

/** What a dialog provides to its content. */
export interface DialogScope {
  /** Closes it like its own buttons: not while busy, and with the question about unsaved input. */
  requestClose: () => void
  busy: boolean
  addGuard: (guard: LeaveGuard) => () => void
}

export const DialogContext = createContext<DialogScope | null>(null)

/** The surrounding dialog; `null` outside of one. */
export function useDialogScope(): DialogScope | null {
  return useContext(DialogContext)
}

/**
 * While `on`, neither the dialog around nor the page is left without the question: by key, button, Back, link or reload.
 *
 * @param question without one, leaving is blocked
 * @param isOn whether there is still something to lose, where that changes before the next render
 * @param onGivenUp called once somebody has chosen to lose it
 */
export function useLeaveGuard(
  on: boolean,
  question: LeaveQuestion | null,
  isOn: () => boolean = () => true,
  onGivenUp?: () => void,
): void {
  const add = useContext(DialogContext)?.addGuard
  const latest = useRef({ question, isOn, onGivenUp })
  useLayoutEffect(() => {
    latest.current = { question, isOn, onGivenUp }
  })
  useLayoutEffect(() => {
    if (!on) return
    const guard: LeaveGuard = {
      isOn: () => latest.current.isOn(),
      question: () => latest.current.question,
      onGivenUp: () => latest.current.onGivenUp?.(),
      wholePage: !add,
    }
    const stops = [addLeaveGuard(guard), add?.(guard)]
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [on, add])
}

/** While `on`, the browser asks before the window is closed, and the page stays when the session ends (R16.11). */
export function useWindowGuard(on: boolean, isOn: () => boolean): void {
  const latest = useRef(isOn)
  useLayoutEffect(() => {
    latest.current = isOn
  })
  useLayoutEffect(() => {
    if (!on) return
    return addLeaveGuard({ isOn: () => latest.current(), question: () => null, wholePage: true, windowOnly: true })
  }, [on])
}
