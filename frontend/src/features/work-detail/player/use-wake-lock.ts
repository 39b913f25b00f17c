import { useEffect } from 'react'

/** Keeps the screen awake while `on`, if supported. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    async function ask() {
      if (document.visibilityState !== 'visible') return
      // May be refused on low battery.
      const got = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void got?.release()
      else lock = got
    }
    // The lock is released when the page is hidden.
    const again = () => void ask()
    document.addEventListener('visibilitychange', again)
    again()
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', again)
      void lock?.release()
    }
  }, [on])
}
