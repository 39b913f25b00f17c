import { createContext, useContext, useLayoutEffect, useRef } from 'react'
import { addLeaveGuard, type LeaveGuard, type LeaveQuestion } from '../feedback/leave-guards.ts'

/** What a dialog offers to what stands in it. */
export interface DialogScope {
  /** Closes it as its own buttons do: not while it is busy, and after asking when something would be lost. */
  requestClose: () => void
  busy: boolean
  addGuard: (guard: LeaveGuard) => () => void
}

/** The dialog around. */
export const DialogContext = createContext<DialogScope | null>(null)

/** The dialog around; `null` outside of any. */
export function useDialogScope(): DialogScope | null {
  return useContext(DialogContext)
}

/**
 * While `on`, neither the dialog around nor the page is left without the question: by key, button, Back, link or reload.
 *
 * @param question without one nobody leaves at all
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
