import { useCallback, useEffect, useRef, useState } from 'react'

/** Controls hide this long after the last move, in milliseconds. */
const IDLE_MS = 3000

/** Whether nobody has moved for a while; `wake` restarts the timer, `rest` ends it. */
export function useIdle(watched: boolean) {
  const [idle, setIdle] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const rest = useCallback(() => {
    clearTimeout(timer.current)
    setIdle(true)
  }, [])
  const wake = useCallback(() => {
    setIdle(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(rest, IDLE_MS)
  }, [rest])
  useEffect(() => {
    if (watched) wake()
    return () => clearTimeout(timer.current)
  }, [watched, wake])
  return { idle: watched && idle, wake, rest }
}
