import { useEffect } from 'react'

/** Keeps the screen awake while `on`, where the browser can. */
export function useWakeLock(on: boolean): void {
  useEffect(() => {
    if (!on || !('wakeLock' in navigator)) return
    let lock: WakeLockSentinel | null = null
    let isOver = false
    async function ask() {
      if (document.visibilityState !== 'visible') return
      // A battery that runs low may refuse; that is nobody's fault.
      const got = await navigator.wakeLock.request('screen').catch(() => null)
      if (isOver) void got?.release()
      else lock = got
    }
    // The system lets go of it whenever the page is hidden.
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
