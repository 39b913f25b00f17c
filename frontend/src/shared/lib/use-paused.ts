import { useEffect, useState } from 'react'

/** A text after it has not changed for a moment, in milliseconds. An empty text, and the first one, are taken at once. */
export function usePaused(text: string, pause: number): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [text, pause])
  return text === '' ? '' : paused
}
