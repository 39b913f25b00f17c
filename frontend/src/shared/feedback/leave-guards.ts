import { createStore } from '../state/store.ts'
import { toast } from './toasts.ts'

/** The question before something is lost. */
export interface LeaveQuestion {
  title: string
  text: string
  /** The safe choice, which has the focus. */
  stay: string
  leave: string
}

/** Something that leaving would lose. */
export interface LeaveGuard {
  /** Whether it would be lost now. */
  isOn: () => boolean
  /** The question to ask; without one, leaving is blocked. */
  question: () => LeaveQuestion | null
  /** Lost only when the page changes, not on a change of its query. */
  wholePage: boolean
  /** Kept through everything but the end of the window: only the browser asks. */
  windowOnly?: boolean
  /** Called once somebody has chosen to lose it. */
  onGivenUp?: () => void
}

/** A location, as far as guards need it. */
interface Place {
  pathname: string
  search: string
}

/** The question of a form with unsaved input. */
export const UNSAVED_EDITS: LeaveQuestion = {
  title: '放弃修改?',
  text: '还没有保存的内容会丢失。',
  stay: '继续编辑',
  leave: '放弃修改',
}

/** The open question, with a handler for each answer. */
export const leaveDialog = createStore<(LeaveQuestion & { onStay: () => void; onLeave: () => void }) | null>(null)

/** An announced navigation must follow within this time. */
const PASS_MS = 1000

const guards = new Set<LeaveGuard>()
let passing = false

/** Adds a guard; returns a function that removes it. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  if (guards.size === 0) window.addEventListener('beforeunload', onBeforeUnload)
  guards.add(guard)
  return () => {
    guards.delete(guard)
    if (guards.size === 0) window.removeEventListener('beforeunload', onBeforeUnload)
  }
}

/** Whether leaving the page would lose something. */
export function hasUnsaved(): boolean {
  return [...guards].some((guard) => guard.isOn())
}

function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (!hasUnsaved()) return
  event.preventDefault()
  // Older browsers need this too.
  event.returnValue = true
}

/** The first guard to ask: one that blocks leaving, else the latest. */
export function firstOf(among: readonly LeaveGuard[]): LeaveGuard | undefined {
  const on = among.filter((guard) => guard.isOn())
  return on.find((guard) => guard.question() === null) ?? on[on.length - 1]
}

/** The guard against a navigation; none if nothing would be lost. */
export function guardAgainst(from: Place, to: Place): LeaveGuard | undefined {
  const samePage = from.pathname === to.pathname
  if (samePage && from.search === to.search) return undefined
  return firstOf([...guards].filter((guard) => !guard.windowOnly && !(samePage && guard.wholePage)))
}

/** Asks before something is lost, or says that it has to finish first. */
export function askToLeave(guard: LeaveGuard, onLeave: () => void, onStay: () => void = () => undefined): void {
  const question = guard.question()
  if (question) {
    const leave = () => {
      guard.onGivenUp?.()
      onLeave()
    }
    leaveDialog.set({ ...question, onLeave: leave, onStay })
    return
  }
  toast('正在处理，请稍候', { kind: 'warning' })
  onStay()
}

/** Lets the next navigation pass: the guarded work is done. */
export function letPass(): void {
  passing = true
  setTimeout(() => {
    passing = false
  }, PASS_MS)
}

/** Whether this navigation was announced; consumed by the call. */
export function takePass(): boolean {
  const had = passing
  passing = false
  return had
}
