import { useEffect } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import { askToLeave, guardAgainst, leaveDialog, takePass } from '@/shared/feedback/leave-guards.ts'
import { useStore } from '@/shared/state/store.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'

/** Asks before unsaved work is left by Back, a link or closing its dialog. Mounted once. */
export function LeaveGuard() {
  const here = useLocation()
  const dialog = useStore(leaveDialog)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !takePass() && guardAgainst(currentLocation, nextLocation) !== undefined,
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const guard = guardAgainst(here, blocker.location)
    if (guard) askToLeave(guard, blocker.proceed, blocker.reset)
    else blocker.proceed()
  }, [blocker, here])
  useEffect(() => () => leaveDialog.set(null), [])

  if (!dialog) return null
  const answer = (act: () => void) => () => {
    leaveDialog.set(null)
    act()
  }
  return (
    <Dialog title={dialog.title} open onClose={answer(dialog.onStay)}>
      <p className="dialog-text">{dialog.text}</p>
      <div className="dialog-actions">
        <Button onClick={answer(dialog.onLeave)}>{dialog.leave}</Button>
        <Button primary autoFocus onClick={answer(dialog.onStay)}>
          {dialog.stay}
        </Button>
      </div>
    </Dialog>
  )
}
