import { useEffect, useState } from 'react'

/** Countdown of `seconds` that started at `fetchedAt` (ms). */
export function useSecondsLeft(seconds: number, fetchedAt: number): number {
  const [now, setNow] = useState(() => Date.now())
  const left = Math.min(seconds, Math.ceil(seconds - (now - fetchedAt) / 1000))
  const isOver = left <= 0
  useEffect(() => {
    if (isOver) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOver])
  return Math.max(0, left)
}
