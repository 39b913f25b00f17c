import { useEffect, useState } from 'react'

/** Seconds that are left of those told at `toldAt` (ms), second by second until there are none. */
export function useSecondsLeft(told: number, toldAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.min(told, Math.ceil(told - (now - toldAt) / 1000))
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, left)
}
