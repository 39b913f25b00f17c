import { ConflictPanel } from '../kit/conflict-panel.tsx'
import type { Rebased } from '../kit/rebase.ts'
import { shownText } from './member-texts.ts'

const AGAIN = '请核对后再次提交。'

interface MemberNewsProps {
  rebased: Rebased | null
  values?: Record<string, string>
  set?: (texts: Record<string, string>) => void
}

/** Changes by another operator while the dialog was open. */
export function MemberNews({ rebased, values = {}, set = () => {} }: MemberNewsProps) {
  if (!rebased) return null
  return <ConflictPanel rebased={rebased} values={values} set={set} again={AGAIN} show={shownText} />
}
