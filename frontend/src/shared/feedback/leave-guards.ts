import { createStore } from '../state/store.ts'
import { toast } from './toasts.ts'

/** What is asked before something is lost. */
export interface LeaveQuestion {
  title: string
  text: string
  /** The safe way, which has the focus. */
  stay: string
  leave: string
}

/** Something that leaving would lose. */
export interface LeaveGuard {
  /** Whether it would be lost now; asked at the moment somebody leaves. */
  isOn: () => boolean
  /** Asked first; without a question nobody leaves until it is over. */
  question: () => LeaveQuestion | null
  /** Only another page loses it, not another query of the same one. */
  wholePage: boolean
}

/** An address, as far as guards are concerned. */
interface Place {
  pathname: string
  search: string
}

/** Before a form with something in it goes. */
export const UNSAVED_EDITS: LeaveQuestion = {
  title: '放弃修改?',
  text: '还没有保存的内容会丢失。',
  stay: '继续编辑',
  leave: '放弃修改',
}

/** The question on screen, with what each answer does. */
export const leaveDialog = createStore<(LeaveQuestion & { onStay: () => void; onLeave: () => void }) | null>(null)

/** A navigation that follows from what the page itself did comes within this time. */
const PASS_MS = 1000

const guards = new Set<LeaveGuard>()
let passing = false

/** Guards something until the answered function is called. */
export function addLeaveGuard(guard: LeaveGuard): () => void {
  if (guards.size === 0) window.addEventListener('beforeunload', onBeforeUnload)
  guards.add(guard)
  return () => {
    guards.delete(guard)
    if (guards.size === 0) window.removeEventListener('beforeunload', onBeforeUnload)
  }
}

function onBeforeUnload(event: BeforeUnloadEvent): void {
  if (![...guards].some((guard) => guard.isOn())) return
  event.preventDefault()
  // Older browsers ask only then.
  event.returnValue = true
}

/** The guard that speaks first: one that lets nobody go, else the latest. */
export function firstOf(among: readonly LeaveGuard[]): LeaveGuard | undefined {
  const on = among.filter((guard) => guard.isOn())
  return on.find((guard) => guard.question() === null) ?? on[on.length - 1]
}

/** The guard against going from one address to another; none when nothing would be lost. */
export function guardAgainst(from: Place, to: Place): LeaveGuard | undefined {
  const samePage = from.pathname === to.pathname
  if (samePage && from.search === to.search) return undefined
  return firstOf([...guards].filter((guard) => !(samePage && guard.wholePage)))
}

/** Asks before something is lost, or says that it has to be waited for. */
export function askToLeave(guard: LeaveGuard, onLeave: () => void, onStay: () => void = () => undefined): void {
  const question = guard.question()
  if (question) {
    leaveDialog.set({ ...question, onLeave, onStay })
    return
  }
  toast('正在处理，请稍候', { kind: 'warning' })
  onStay()
}

/** Lets the next navigation pass: the page itself makes it, because what was guarded is done with. */
export function letPass(): void {
  passing = true
  setTimeout(() => {
    passing = false
  }, PASS_MS)
}

/** Whether this navigation was announced; counts once. */
export function takePass(): boolean {
  const had = passing
  passing = false
  return had
}
