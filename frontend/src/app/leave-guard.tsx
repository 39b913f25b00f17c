import { useEffect } from 'react'
import { useBlocker, useLocation } from 'react-router-dom'
import { askedToLeave, askToLeave, guardAgainst, takePass } from '@/shared/feedback/leave-guards.ts'
import { useStore } from '@/shared/state/store.ts'
import { Button } from '@/shared/ui/button.tsx'
import { Dialog } from '@/shared/ui/dialog.tsx'

/** Asks before anything that would be lost is left, by Back or a link as by closing its dialog. Mounted once. */
export function LeaveGuard() {
  const here = useLocation()
  const asked = useStore(askedToLeave)
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !takePass() && guardAgainst(currentLocation, nextLocation) !== undefined,
  )

  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const guard = guardAgainst(here, blocker.location)
    if (guard) askToLeave(guard, blocker.proceed, blocker.reset)
    else blocker.proceed()
  }, [blocker, here])
  useEffect(() => () => askedToLeave.set(null), [])

  if (!asked) return null
  const answer = (act: () => void) => () => {
    askedToLeave.set(null)
    act()
  }
  return (
    <Dialog title={asked.title} open onClose={answer(asked.onStay)}>
      <p className="dialog-text">{asked.text}</p>
      <div className="dialog-actions">
        <Button onClick={answer(asked.onLeave)}>{asked.leave}</Button>
        <Button primary autoFocus onClick={answer(asked.onStay)}>
          {asked.stay}
        </Button>
      </div>
    </Dialog>
  )
}
