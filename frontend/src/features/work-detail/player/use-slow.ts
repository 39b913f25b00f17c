import { useEffect, useState } from 'react'

/** From here on somebody wonders whether anything will come, in milliseconds. */
const SLOW_MS = 5000

/** Whether the film has been waited for so long that it should be said. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!waiting) return
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [waiting])
  return slow
}
