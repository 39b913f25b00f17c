import type { KeyHelp } from '@/shared/config/keys.ts'
import type { RowSteps } from '../kit/row-steps.ts'
import { usePageKeys } from '../kit/use-page-keys.ts'

/** The keys of the inbox. */
export const INBOX_KEYS: KeyHelp = [
  ['J / ↓', '下一条'],
  ['K / ↑', '上一条'],
  ['R', '写回复'],
  ['/', '选常用回复'],
  ['Ctrl Enter', '发送并下一条'],
  ['Ctrl Shift Enter', '只发送'],
]

interface InboxKeys extends Pick<RowSteps, 'next' | 'previous'> {
  /** The reply on screen, if any. */
  reply: () => HTMLTextAreaElement | null | undefined
}

/** The keys of the inbox; silent while typing and in dialogs. */
export function useInboxKeys({ next, previous, reply }: InboxKeys): void {
  function stepBy(event: KeyboardEvent, step: InboxKeys['next']) {
    event.preventDefault()
    step?.('key')
  }
  function write(event: KeyboardEvent) {
    const field = reply()
    // The stroke itself goes into an empty reply, where it opens the list.
    if (!(event.key === '/' && field?.value === '')) event.preventDefault()
    field?.focus()
  }
  const forth = (event: KeyboardEvent) => stepBy(event, next)
  const back = (event: KeyboardEvent) => stepBy(event, previous)
  usePageKeys({ j: forth, ArrowDown: forth, k: back, ArrowUp: back, r: write, '/': write })
}
