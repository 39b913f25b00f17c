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
 */
export function useLeaveGuard(on: boolean, question: LeaveQuestion | null, isOn: () => boolean = () => true): void {
  const add = useContext(DialogContext)?.addGuard
  const latest = useRef({ question, isOn })
  useLayoutEffect(() => {
    latest.current = { question, isOn }
  })
  useLayoutEffect(() => {
    if (!on) return
    const guard: LeaveGuard = {
      isOn: () => latest.current.isOn(),
      question: () => latest.current.question,
      wholePage: !add,
    }
    const stops = [addLeaveGuard(guard), add?.(guard)]
    return () => {
      for (const stop of stops) stop?.()
    }
  }, [on, add])
}
