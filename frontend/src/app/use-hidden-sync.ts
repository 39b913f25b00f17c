import { useEffect } from 'react'
import { syncHiddenTerms } from '@/entities/hidden/sync.ts'
import { currentLogin, onLoginChange } from '@/shared/api/session.ts'

/** Brings the hidden terms of the device and the account together at the start and after every login. */
export function useHiddenSync(): void {
  useEffect(() => {
    const sync = () => void syncHiddenTerms(currentLogin())
    sync()
    return onLoginChange(sync)
  }, [])
}
