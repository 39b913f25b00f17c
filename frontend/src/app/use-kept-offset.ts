import { useEffect, useLayoutEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { entryOf, keepOffset, openPlaces, takeOffset } from '@/shared/lib/places.ts'

/** How long a page may take to become as high as it was, in milliseconds. */
const PATIENCE_MS = 10_000
/** Whoever does one of these has begun to read: the page stays where it is. */
const READING = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const

/**
 * Remembers how far down each entry of the history is, and goes there again after a reload, once what was loaded there
 * is there again. Going back within the document is the router's.
 */
export function useKeptOffset(): void {
  const entry = entryOf(useLocation())
  useLayoutEffect(openPlaces, [])
  useLayoutEffect(() => {
    const onScroll = () => keepOffset(entry, window.scrollY)
    window.addEventListener('scroll', onScroll, { passive: true })
    return () => window.removeEventListener('scroll', onScroll)
  }, [entry])
  useEffect(() => goTo(takeOffset(entry)), [entry])
}

/** Scrolls once the page is high enough; answers the way to give up. */
function goTo(y: number): (() => void) | undefined {
  if (y === 0) return undefined
  const stop = new AbortController()
  const { signal } = stop
  function tryNow() {
    if (document.documentElement.scrollHeight < y + window.innerHeight) return
    window.scrollTo(0, y)
    stop.abort()
  }
  const grows = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(tryNow)
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS)
  signal.addEventListener('abort', () => {
    grows?.disconnect()
    clearTimeout(timer)
  })
  grows?.observe(document.body)
  window.addEventListener('resize', tryNow, { signal })
  for (const event of READING) window.addEventListener(event, () => stop.abort(), { signal, passive: true })
  tryNow()
  return () => stop.abort()
}
